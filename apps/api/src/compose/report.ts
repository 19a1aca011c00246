import { describeError } from '../http/server/server.ts'

/** Logs an error in the engine with the transfer's id and its stack frames, without personal data. */
export function reportError(error: unknown, transferId?: string): void {
  const { type, message, stack } =
    error instanceof Error ? describeError(error) : { type: 'Error', message: 'unknown error', stack: '' }
  const words = error instanceof Error ? `${type}: ${message}` : message
  process.stderr.write(`${JSON.stringify({ level: 'error', transferId, words, stack })}\n`)
}

/** Logs a line that staff must look at. */
export function alert(line: string): void {
  process.stderr.write(`${JSON.stringify({ level: 'alert', line })}\n`)
}
