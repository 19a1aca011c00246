import type { ErrorCode } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

/** Why a call failed: a code of the contract, or `network` when no answer from the API arrived. */
export interface Failure {
  code: ErrorCode | 'network'
  message: string
  /** The request field that caused the failure. */
  field?: string
  details?: Readonly<Record<string, unknown>>
}

/** A failed call, thrown by GET calls. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  // Only declared: real class fields would pull in helpers for older browsers.
  declare readonly failure: Failure
  declare readonly status: number

  constructor(failure: Failure, status: number) {
    super(failure.message)
    this.name = 'ApiError'
    this.failure = failure
    this.status = status
  }
}

export interface ApiRequest {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  limitMs?: number
}

/** A request without an answer by then never gets one: the slowest ones take 8 s on the server. */
const LONGEST_MS = 60_000

/** Time-out of a request that the whole page waits for: a hanging one is retried while the customer still waits. */
export const AWAITED_BY_ALL_MS = 20_000

/** The failure when no server of ours was reached. */
export const NETWORK_FAILURE: Failure = {
  code: 'network',
  message: i18n.t('We couldn’t reach Sesa. Check your connection and try again.'),
}

/** How far the server's clock is ahead of this device's, as of the last answer. Phone clocks are often wrong. */
let clockOffset = 0

/** Returns the time by the server's clock, in ms since 1970. All expiry times refer to it. */
export function serverNow(): number {
  return Date.now() + clockOffset
}

/** Returns the API's origin: the page's `api-host`, or else the page's own. */
export function apiHost(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-host"]')?.content ?? ''
}

/**
 * Sends one request and returns the answer's JSON, or undefined for an empty answer.
 * @throws ApiError for an error answer, an answer that is not JSON, and no answer at all.
 */
export async function request({
  method,
  path,
  body,
  headers,
  signal,
  limitMs = LONGEST_MS,
}: ApiRequest): Promise<unknown> {
  const limit = new AbortController()
  const stop = () => limit.abort()
  const timer = setTimeout(stop, limitMs)
  signal?.addEventListener('abort', stop)
  if (signal?.aborted) stop()
  let response: Response
  let text: string
  try {
    response = await fetch(apiHost() + path, {
      method,
      signal: limit.signal,
      ...((body !== undefined || headers) && {
        headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
      }),
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    readClock(response.headers.get('date'))
    text = await response.text()
  } catch {
    throw new ApiError(NETWORK_FAILURE, 0)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', stop)
  }
  const answer = parseJson(text)
  if (response.ok && (answer !== undefined || text === '')) return answer
  throw new ApiError(failureIn(answer) ?? NETWORK_FAILURE, response.status)
}

/** Sends a GET without a token, for pages without the whole API client. */
export async function getPublic<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await request({ method: 'GET', path, ...(signal && { signal }) })) as Answer
}

/** Converts a caught API error into a failure to show. Rethrows any other error, which is a bug. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

/**
 * Reads the server's clock. `Date` omits milliseconds: it assumes the end of the second, so that no price seems valid
 * for longer than it is.
 */
function readClock(date: string | null): void {
  const served = Date.parse(date ?? '')
  if (!Number.isNaN(served)) clockOffset = served + 999 - Date.now()
}

export function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Returns the failure in an error answer, if it is the API's. */
export function failureIn(answer: unknown): Failure | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined
  const { error } = answer
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
    return undefined
  return error as Failure
}
