import type { Answer } from './http.ts'

/** Answers that a client received; they must still be true after every crash. */
export interface Acknowledged {
  /** By payment id: the promise when the transfer was opened. */
  readonly opened: Map<string, { readonly charge: number; readonly receive: number }>
  /** Payments that the card network confirmed as charged. */
  readonly charged: Set<string>
  /** By payment id: the last final status in an answer. */
  readonly ended: Map<string, string>
  /** By phone number: the name that a saved profile must still have. */
  readonly names: Map<string, string>
}

/** The client's own record of a run: every event in order, and every acknowledgement. */
export class RunLog {
  readonly acknowledged: Acknowledged = {
    opened: new Map(),
    charged: new Set(),
    ended: new Map(),
    names: new Map(),
  }
  /** Answers that clients must never see. */
  readonly internalErrors: string[] = []
  readonly #events: string[] = []
  readonly #started = performance.now()

  note(event: string): void {
    const at = ((performance.now() - this.#started) / 1000).toFixed(2).padStart(8)
    this.#events.push(`${at} ${event}`)
  }

  answered(call: string, answer: Answer): void {
    const end = answer.error ? `${answer.status} ${answer.error.code}` : String(answer.status)
    this.note(`${call} -> ${answer.status === 0 ? 'no answer' : end}`)
    if (answer.status === 500) this.internalErrors.push(`${call}: ${answer.error?.requestId ?? ''}`)
  }

  /** Returns the number of events so far, where the next part of the run begins. */
  get length(): number {
    return this.#events.length
  }

  matching(pattern: RegExp): readonly string[] {
    return this.#events.filter((event) => pattern.test(event))
  }

  since(start: number): string {
    return this.#events.slice(start).join('\n')
  }
}
