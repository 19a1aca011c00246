import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@sesa/contract'
import { ApiError, failureOf, request, type Failure } from '@sesa/ui/api/http.ts'
import { retrying } from '@sesa/ui/api/retry.ts'
import { getIdToken, signedOutError, refreshToken, getSignedInUid } from './token.ts'

/** Exactly the parts that this call has. */
type Input<C extends Call> = (C extends { params: object } ? { params: ParamsOf<C> } : unknown) &
  (C extends { query: object } ? { query?: QueryOf<C> } : unknown) &
  (C extends { body: object } ? { body: BodyOf<C> } : unknown) & {
    signal?: AbortSignal
    idempotencyKey?: string
    caller?: string
  }

interface AnyInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
  /** For a call that may run late: the account whose data it carries. By default the current account. */
  caller?: string
}

/** The result of a POST, PUT or DELETE, which never throw for a failed call. */
export type Result<C extends Call> =
  | { readonly data: AnswerOf<C>; readonly error?: never }
  | { readonly error: Failure; readonly data?: never }

type GetCall = Call & { method: 'GET' }

/**
 * Calls the API by its contract: `api.get(calls.getTransfer, { params: { payment_id } })`. Retries calls that
 * are safe to repeat after a passing failure, except GETs: the queries that make them retry on their own.
 */
export const api = {
  /** @throws ApiError */
  get: async <C extends GetCall>(call: C, input: Input<C>): Promise<AnswerOf<C>> =>
    (await perform(call, input, callerOf(input))) as AnswerOf<C>,
  post: <C extends Call & { method: 'POST' }>(call: C, input: Input<C>) => settle(call, input),
  put: <C extends Call & { method: 'PUT' }>(call: C, input: Input<C>) => settle(call, input),
  delete: <C extends Call & { method: 'DELETE' }>(call: C, input: Input<C>) => settle(call, input),
}

async function settle<C extends Call>(call: C, input: AnyInput): Promise<Result<C>> {
  const isSafe = call.method !== 'POST' || call.idempotent || input.idempotencyKey !== undefined
  const caller = callerOf(input)
  const attempt = async (before: number) => {
    try {
      return await perform(call, input, caller)
    } catch (error) {
      // An earlier try deleted it, and only its answer was lost.
      if (before > 0 && call.method === 'DELETE' && isNotFound(error)) return undefined
      throw error
    }
  }
  try {
    const answer = isSafe ? await retrying(attempt, input.signal) : await attempt(0)
    return { data: answer as AnswerOf<C> }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404
}

/** Captured once per call, not per retry: the account may change between retries. */
function callerOf({ caller }: AnyInput): string | null {
  return caller ?? getSignedInUid()
}

/** Sends the call for this account, or signed out. Throws if the account leaves before the answer arrives. */
async function perform(call: Call, input: AnyInput, caller: string | null): Promise<unknown> {
  if (caller === null) return sendWith(null, call, input)
  const answer = await sendFor(caller, call, input)
  if (getSignedInUid() !== caller) throw signedOutError()
  return answer
}

/** If the server refuses the token, refreshes it and sends the call once more. */
async function sendFor(caller: string, call: Call, input: AnyInput): Promise<unknown> {
  try {
    return await sendWith(await getIdToken(caller), call, input)
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401 || call.auth === 'none') throw error
    return sendWith(await refreshToken(caller), call, input)
  }
}

async function sendWith(token: string | null, call: Call, input: AnyInput): Promise<unknown> {
  return request({
    method: call.method,
    path: pathOf(call.path, input),
    headers: {
      ...(token !== null && { authorization: `Bearer ${token}` }),
      ...(input.idempotencyKey !== undefined && { 'idempotency-key': input.idempotencyKey }),
    },
    ...(input.body !== undefined && { body: input.body }),
    ...(input.signal && { signal: input.signal }),
  })
}

function pathOf(template: string, { params = {}, query = {} }: AnyInput): string {
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, value)
  }
  return search.size === 0 ? path : `${path}?${search}`
}
