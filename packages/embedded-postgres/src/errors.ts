/** PostgreSQL could not be started. `message` is one line that says what is wrong and what to do about it. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError'
}

/** A backup that cannot be taken, read or restored; the message says why, and what to do. */
export class BackupError extends Error {}

/** The system error code (`EACCES`, `ENOENT` …) of a failed file or process call, if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
