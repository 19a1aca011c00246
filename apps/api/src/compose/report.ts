import { log } from '../lib/log.ts'

/** Logs an error in the engine with the transfer's reference and its stack frames, without personal data. */
export function reportError(error: unknown, transfer?: string): void {
  const err = error instanceof Error ? error : Object.assign(new Error('unknown error'), { stack: '' })
  log().error({ ...(transfer !== undefined && { transfer }), err }, 'engine error')
}

/** Logs a line that staff must look at. */
export function alert(line: string): void {
  log().alert(line)
}

/** Logs a line of the job queue: an alert, or a job that failed and is retried. */
export function reportQueue(line: string): void {
  if (line.startsWith('ALERT')) alert(line)
  else log().warn({ part: 'jobs' }, line)
}
