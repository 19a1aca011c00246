import { ApiError } from './http.ts'

/** Between the tries: a dropped connection is often back within these. */
const PAUSES_MS = [500, 2000]

/** True for what may pass by itself: no answer, a fault of the server, a first try that is still being worked on. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status >= 500 || error.failure.code === 'idempotency_key_in_progress'
}

/**
 * Tries again what may be done twice without harm. Gives up with the last error: at once when it would not pass by
 * itself, when the caller has lost interest, or when the device says that it is offline, so that the person hears it.
 * @param attempt gets the number of tries before it.
 */
export async function retrying<T>(attempt: (before: number) => Promise<T>, signal?: AbortSignal): Promise<T> {
  for (let before = 0; ; before++) {
    try {
      return await attempt(before)
    } catch (error) {
      const pause = PAUSES_MS[before]
      if (pause === undefined || !isPassing(error) || signal?.aborted || !isOnline()) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

/** Returns what the device reports; a device that is online may still not reach us. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}
