import { log } from './log.ts'

/** How an error can escape to the top of a process: an unhandled rejection or an uncaught exception. */
export const ESCAPES = ['unhandled_rejection', 'uncaught_exception'] as const
export type Escape = (typeof ESCAPES)[number]

const counts: Record<Escape, number> = { unhandled_rejection: 0, uncaught_exception: 0 }

/** Returns the number of errors that have escaped in this process. */
export const escapesSoFar = (): Readonly<Record<Escape, number>> => counts

/** Returns the frames of an error's stack without its message, which may quote personal data. */
function framesOf(error: unknown): string[] {
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return stack.split('\n').filter((line) => /^\s+at /.test(line))
}

function report(event: Escape, error: unknown): void {
  counts[event]++
  const type = error instanceof Error ? error.name : typeof error
  log().alert({ event, type, stack: framesOf(error).join('\n') }, 'escaped error')
}

/**
 * Reports every escaped error. A rejection concerns one piece of work, so the process continues. An exception out of an
 * event handler may leave that handler's state half changed: `leave` finishes the work in flight before the process
 * exits, and the launcher starts another.
 */
export function watchEscapes(leave: () => void): void {
  process.on('unhandledRejection', (reason) => report('unhandled_rejection', reason))
  process.on('uncaughtException', (error) => {
    report('uncaught_exception', error)
    leave()
  })
}
