import type * as v from 'valibot'
import type { ErrorCode } from './errors.ts'

/** An object schema; its output is the type that a handler receives or returns. */
export type ObjectSchema = v.GenericSchema<Record<string, unknown>, Record<string, unknown>>

/**
 * An API call. The server compiles its validation from it, the web client takes its types from it, and the OpenAPI
 * document is generated from it.
 *
 * - `path` in OpenAPI form: `/user/transactions/{payment_id}`.
 * - `auth`: `none`, `user` (one of our bearer tokens) or `profile` (a token and a complete profile).
 * - `idempotent`: repeating it has no further effect, so a client may retry a POST whose answer was lost.
 * - `success`: status and body schema of each answer that is not an error; `null` is an empty body.
 * - `errors`: the codes that this call can answer, in addition to those of every call.
 */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  readonly path: string
  readonly summary: string
  readonly auth: 'none' | 'user' | 'profile'
  readonly idempotent?: true
  readonly params?: ObjectSchema
  readonly query?: ObjectSchema
  readonly body?: ObjectSchema
  readonly success: Readonly<Record<number, ObjectSchema | null>>
  readonly errors: readonly ErrorCode[]
}

/** Codes that any call can answer. */
export const COMMON_ERRORS = [
  'malformed_request',
  'headers_too_large',
  'request_timeout',
  'malformed_json',
  'missing_field',
  'unknown_field',
  'invalid_field',
  'body_too_large',
  'unsupported_media_type',
  'not_found',
  'method_not_allowed',
  'rate_limited',
  'origin_refused',
  'host_refused',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[]

/** Keeps a call's literal types, so that the server and the client know its path, schemas and statuses. */
export function call<const C extends Call>(definition: C): C {
  return definition
}

type OutputOf<S> =
  S extends v.GenericSchema<infer _, infer Output> ? Output : S extends null ? undefined : never

type Shape = Pick<Call, 'success'>
export type ParamsOf<C extends Shape> = C extends { params: infer S } ? OutputOf<S> : Record<never, never>
export type QueryOf<C extends Shape> = C extends { query: infer S } ? OutputOf<S> : Record<never, never>
export type BodyOf<C extends Shape> = C extends { body: infer S } ? OutputOf<S> : undefined
/** The body of any successful answer of this call. */
export type AnswerOf<C extends Shape> = OutputOf<C['success'][keyof C['success']]>
