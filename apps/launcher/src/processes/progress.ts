/** How long a start goes on without a word of any process about it, in milliseconds. */
const longestSilence = 120_000

/** What a process says about its own start. */
export interface Progress {
  /** Milliseconds since 1970. */
  readonly at: number
  /** What the process waits for; undefined while it does something. */
  readonly waitsFor: string | undefined
}

/** Returns what a line of a process's log says about its start: a line with `start`; undefined for other lines. */
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

/** Follows what the processes say about their start. */
export class Listening {
  #heardAt: number
  #latest = 0
  readonly #said = new Set<string>()

  constructor(now: number) {
    this.#heardAt = now
  }

  /** Takes what the processes last said. Returns what they wait for and nobody has been told yet. */
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

  /** Whether all processes have been silent for two minutes. */
  isOver(now: number): boolean {
    return now - this.#heardAt > longestSilence
  }
}
