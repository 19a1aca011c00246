/** Durations of runs, in milliseconds. Each is a measured value, not an interpolated one. */
export interface Times {
  readonly p50: number
  readonly p99: number
  readonly slowest: number
}

/** Summarizes the durations of runs. */
export function timesOf(durations: readonly number[]): Times {
  const sorted = durations.toSorted((a, b) => a - b)
  const at = (share: number): number =>
    sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
  return { p50: at(0.5), p99: at(0.99), slowest: sorted.at(-1) ?? Number.NaN }
}

/** Times `runs` runs, one after another. */
export async function timed(runs: number, work: () => Promise<unknown>): Promise<Times> {
  const durations: number[] = []
  for (let run = 0; run < runs; run++) {
    const start = performance.now()
    await work()
    durations.push(performance.now() - start)
  }
  return timesOf(durations)
}
