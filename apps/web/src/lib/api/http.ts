import type { ErrorCode } from '@sesa/contract'

/** Why a call failed: a code of the contract, or `network` when no answer of the API arrived. */
export interface Failure {
  code: ErrorCode | 'network'
  message: string
  /** The request field it is about. */
  field?: string
  details?: Readonly<Record<string, unknown>>
}

/** A failed call, as GET calls throw it. `status` is 0 when no answer arrived. */
export class ApiError extends Error {
  // Declared only: as real class fields they would pull in helpers for older browsers.
  declare readonly failure: Failure
  declare readonly status: number

  constructor(failure: Failure, status: number) {
    super(failure.message)
    this.name = 'ApiError'
    this.failure = failure
    this.status = status
  }
}

interface Request {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  body?: unknown
  headers?: Readonly<Record<string, string>>
  signal?: AbortSignal
  limitMs?: number
}

/** A request that has not been answered by then never will be. The longest that answer at all take 8 s of their own. */
const LONGEST_MS = 60_000

/** The limit of a request that everything else waits for: one that hangs is retried while the person still waits. */
export const AWAITED_BY_ALL_MS = 20_000

/** Nothing of ours was reached. */
export const NETWORK_FAILURE: Failure = {
  code: 'network',
  message: 'We could not reach Sesa. Check your connection and try again.',
}

/** How far the server's clock is ahead of this device's, by the last answer. Phones' clocks are often wrong. */
let clockOffset = 0

/** The time by the server's clock, in ms since 1970: what its expiries are measured by. */
export function serverNow(): number {
  return Date.now() + clockOffset
}

/** Where the API lives: the page's `api-host`, else the origin of the page. */
function apiHost(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="api-host"]')?.content ?? ''
}

/**
 * Sends one request and gives back the answer's JSON, undefined for an empty one.
 * @throws ApiError for an error answer, an answer that is not JSON, and no answer at all.
 */
export async function request({
  method,
  path,
  body,
  headers,
  signal,
  limitMs = LONGEST_MS,
}: Request): Promise<unknown> {
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

/** A GET without a token, for pages that do not carry the whole API client. */
export async function getPublic<Answer>(path: string, signal?: AbortSignal): Promise<Answer> {
  return (await request({ method: 'GET', path, ...(signal && { signal }) })) as Answer
}

/** Returns a caught API error as a failure for the person. Rethrows any other error: it is a bug of ours. */
export function failureOf(error: unknown): Failure {
  if (error instanceof ApiError) return error.failure
  throw error
}

/** `Date` is cut to the second: taken at its latest, so that a price never seems to hold longer than it does. */
function readClock(date: string | null): void {
  const served = Date.parse(date ?? '')
  if (!Number.isNaN(served)) clockOffset = served + 999 - Date.now()
}

function parseJson(text: string): unknown {
  try {
    return text === '' ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}

function failureIn(answer: unknown): Failure | undefined {
  if (typeof answer !== 'object' || answer === null || !('error' in answer)) return undefined
  const { error } = answer
  if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error))
    return undefined
  return error as Failure
}
