import { ApiError } from './http.ts'

/** Pauses between attempts: a dropped connection has often recovered by then. */
const PAUSES_MS = [500, 2000]

/** Returns true for a failure that may be temporary: no answer, a server fault, a first attempt still in progress. */
export function isPassing(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false
  return error.status === 0 || error.status >= 500 || error.failure.code === 'idempotency_key_in_progress'
}

/**
 * Retries work that is safe to repeat. Throws the last error after the last attempt, and at once for a permanent error,
 * after the caller has aborted, or when the device reports that it is offline, so that the customer learns of it.
 * @param attempt receives the number of earlier attempts.
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

/** Returns the device's own report; an online device may still not reach us. */
export function isOnline(): boolean {
  return navigator.onLine !== false
}
