/** How long a start continues without a report from any process, in milliseconds. */
const longestSilence = 120_000

/** A process's report about its own start. */
export interface Progress {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The process's reason for waiting; undefined while it is working. */
  readonly waitsFor: string | undefined
}

/** Returns the report in a log line with `start`; undefined for other lines. */
export function progressOf(line: string): Progress | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    const { start, time, msg } = JSON.parse(line) as { start?: unknown; time?: unknown; msg?: unknown }
    if (typeof start !== 'string' || typeof time !== 'number') return undefined
    return { at: time, waitsFor: start === 'waits' ? String(msg) : undefined }
  } catch {
    return undefined
  }
}

/** Tracks the processes' reports about their start. */
export class Listening {
  #heardAt: number
  #latest = 0
  readonly #said = new Set<string>()

  constructor(now: number) {
    this.#heardAt = now
  }

  /** Records the latest reports. Returns the reasons for waiting that were not reported before. */
  hear(progress: readonly (Progress | undefined)[], now: number): string[] {
    const heard = progress.flatMap((one) => one ?? [])
    const latest = Math.max(0, ...heard.map(({ at }) => at))
    if (latest > this.#latest) this.#heardAt = now
    this.#latest = Math.max(this.#latest, latest)
    const news = [...new Set(heard.flatMap(({ waitsFor }) => waitsFor ?? []))].filter(
      (words) => !this.#said.has(words),
    )
    news.forEach((words) => this.#said.add(words))
    return news
  }

  /** Returns true if all processes have been silent for two minutes. */
  isOver(now: number): boolean {
    return now - this.#heardAt > longestSilence
  }
}
