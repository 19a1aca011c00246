/** The product cannot start. `message` gives the cause and the remedy, in one line or one per setting. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** The start was aborted because a stop was requested. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
}

export function errorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}
