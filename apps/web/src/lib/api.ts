import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@sesa/contract'
import { ApiError, failureOf, request, type Failure } from './http.ts'
import { bearer, refreshToken } from './token.ts'

/** The parts a call has, and none that it does not. */
type Input<C extends Call> = (C extends { params: object } ? { params: ParamsOf<C> } : unknown) &
  (C extends { query: object } ? { query?: QueryOf<C> } : unknown) &
  (C extends { body: object } ? { body: BodyOf<C> } : unknown) & {
    signal?: AbortSignal
    idempotencyKey?: string
  }

interface AnyInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
  idempotencyKey?: string
}

/** What a POST, PUT or DELETE gives back; it never throws for a failed call. */
export type Result<C extends Call> =
  { readonly data: AnswerOf<C>; readonly error?: never } | { readonly error: Failure; readonly data?: never }

type GetCall = Call & { method: 'GET' }

/** Calls of the API by their contract: `api.get(calls.getTransfer, { params: { payment_id } })`. */
export const api = {
  /** @throws ApiError */
  get: async <C extends GetCall>(call: C, input: Input<C>): Promise<AnswerOf<C>> =>
    (await perform(call, input)) as AnswerOf<C>,
  post: <C extends Call & { method: 'POST' }>(call: C, input: Input<C>) => settle(call, input),
  put: <C extends Call & { method: 'PUT' }>(call: C, input: Input<C>) => settle(call, input),
  delete: <C extends Call & { method: 'DELETE' }>(call: C, input: Input<C>) => settle(call, input),
}

async function settle<C extends Call>(call: C, input: AnyInput): Promise<Result<C>> {
  try {
    return { data: (await perform(call, input)) as AnswerOf<C> }
  } catch (error) {
    return { error: failureOf(error) }
  }
}

/** Sends the call; one that finds its token refused gets a fresh one and tries once more. */
async function perform(call: Call, input: AnyInput): Promise<unknown> {
  const token = await bearer()
  try {
    return await sendWith(token, call, input)
  } catch (error) {
    const refused =
      error instanceof ApiError && error.status === 401 && token !== null && call.auth !== 'none'
    const fresh = refused ? await refreshToken() : null
    if (fresh === null) throw error
    return sendWith(fresh, call, input)
  }
}

function sendWith(token: string | null, call: Call, input: AnyInput): Promise<unknown> {
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
