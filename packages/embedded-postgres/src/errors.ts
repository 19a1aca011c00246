/** PostgreSQL could not be started. `message` is one line with the cause and the remedy. */
export class PostgresStartError extends Error {
  override readonly name = 'PostgresStartError'
}

/** A backup that cannot be taken, read or restored; the message gives the cause and the remedy. */
export class BackupError extends Error {}

/** Returns the system error code (`EACCES`, `ENOENT` …) of a failed file or process call, if it has one. */
export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
