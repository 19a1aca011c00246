/** How an error of ours can reach the top of a process: a rejection that nothing awaits, or a throw that nothing catches. */
export const ESCAPES = ['unhandled_rejection', 'uncaught_exception'] as const
export type Escape = (typeof ESCAPES)[number]

const counts: Record<Escape, number> = { unhandled_rejection: 0, uncaught_exception: 0 }

/** Errors that reached the top of this process since it began. */
export const escapesSoFar = (): Readonly<Record<Escape, number>> => counts

/** The frames of an error's stack. Its message stays out: it may quote a person's data. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.split('\n').filter((line) => /^\s+at /.test(line))
}

function report(event: Escape, error: unknown): void {
  counts[event]++
  const type = error instanceof Error ? error.name : typeof error
  const line = { level: 'alert', event, type, stack: framesOf(error).join('\n') }
  process.stderr.write(`${JSON.stringify(line)}\n`)
}

/**
 * Reports every error that reaches the top of this process. A rejection concerns one piece of work, so the process goes
 * on. A throw out of an event handler may leave that handler's state half changed: `leave` lets the work in flight end
 * before the process does, and the launcher starts another.
 */
export function watchEscapes(leave: () => void): void {
  process.on('unhandledRejection', (reason) => report('unhandled_rejection', reason))
  process.on('uncaughtException', (error) => {
    report('uncaught_exception', error)
    leave()
  })
}
