import type { AnswerOf, BodyOf, Call, ParamsOf, QueryOf } from '@sesa/contract'
import { failureOf, type ApiRequest, type Failure } from './http.ts'

/** A call of any contract: the customers' or the office's. */
export type AnyCall = Omit<Call, 'auth' | 'idempotent'>

/** The parts that this call has, and no others. */
export type InputOf<C extends AnyCall> = (C extends { params: object } ? { params: ParamsOf<C> } : unknown) &
  (C extends { query: object } ? { query?: QueryOf<C> } : unknown) &
  (C extends { body: object } ? { body: BodyOf<C> } : unknown) & { signal?: AbortSignal }

interface AnyInput {
  params?: Readonly<Record<string, string>>
  query?: Readonly<Record<string, string | undefined>>
  body?: unknown
  signal?: AbortSignal
}

/** A call's answer, or the reason for its failure. */
export type Outcome<T> =
  | { readonly data: T; readonly error?: never }
  | { readonly error: Failure; readonly data?: never }

/** Makes the calls of one contract. */
interface Client<Any extends AnyCall, More> {
  /**
   * Makes a call and returns its answer.
   * @throws ApiError
   */
  call: <C extends Any>(definition: C, input: InputOf<C> & More) => Promise<AnswerOf<C>>
  /** Makes a call and returns its answer, or the reason for its failure. */
  tryCall: <C extends Any>(definition: C, input: InputOf<C> & More) => Promise<Outcome<AnswerOf<C>>>
}

/**
 * Creates a client of a contract's calls: `call(calls.getTransfer, { params: { payment_id } })`.
 * @param send Sends a request in the app's way: its headers, its reaction to a 401, its retries. It starts before
 * `call` returns, so it sees the current account. `More` is additional input from the caller.
 */
export function createClient<Any extends AnyCall, More = unknown>(
  send: (request: ApiRequest, definition: Any, input: More) => Promise<unknown>,
): Client<Any, More> {
  const client: Client<Any, More> = {
    call: async <C extends Any>(definition: C, input: InputOf<C> & More) =>
      (await send(requestOf(definition, input), definition, input)) as AnswerOf<C>,
    tryCall: async (definition, input) => {
      try {
        return { data: await client.call(definition, input) }
      } catch (error) {
        return { error: failureOf(error) }
      }
    },
  }
  return client
}

function requestOf({ method, path }: AnyCall, { params, query, body, signal }: AnyInput): ApiRequest {
  return {
    method,
    path: pathOf(path, params) + searchOf(query),
    ...(body !== undefined && { body }),
    ...(signal && { signal }),
  }
}

function pathOf(template: string, params: AnyInput['params'] = {}): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

/** Returns the query with its question mark. An empty value counts as none. */
function searchOf(query: AnyInput['query'] = {}): string {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value) search.set(name, value)
  }
  return search.size === 0 ? '' : `?${search}`
}
