/** What we promise about a transfer in progress. */
interface Promised {
  /** The latest time, ISO 8601. */
  readonly latest: string
  /** As displayed: "23:28". */
  readonly clock: string
  readonly network: string
  /** What half of the recent transfers to the network took at most; null while there are too few. */
  readonly medianSeconds: number | null
}

/** Below this, the time left changes every second; above, every half minute. */
const LAST_MINUTE_MS = 60_000

/** Returns how long to wait before the words change again. */
export function nextTick(leftMs: number): number {
  return leftMs > LAST_MINUTE_MS ? 30_000 : 1_000
}

/** Says when the money arrives, by now: counts down to the latest time, then says that it takes longer. */
export function arrivalWords({ latest, clock, network, medianSeconds }: Promised, now: number): string {
  const leftMs = Date.parse(latest) - now
  if (leftMs <= 0) return `This is taking longer than usual. We’re checking with ${network}.`
  const promise = `by ${clock} at the latest (${leftText(leftMs)} left)`
  // What recent transfers took is left out where it exceeds the promise.
  if (medianSeconds === null || medianSeconds * 1_000 > leftMs) return `Arrives ${promise}`
  return `Usually arrives in ${leftText(medianSeconds * 1_000)} · ${promise}`
}

function leftText(ms: number): string {
  if (ms < LAST_MINUTE_MS) return 'under a minute'
  const minutes = Math.ceil(ms / 60_000)
  if (minutes < 120) return minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `${Math.round(minutes / 60)} hours`
}
