import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'
import { providerText, wordsOf } from '../../lib/provider-values.ts'

export interface MonimeSettings {
  /** Without `/v1` and without a trailing slash. */
  readonly baseUrl: string
  readonly token: string
  readonly spaceId: string
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

/** The published version of the API that this adapter was written for. */
const VERSION = 'caph.2025-08-23'

/** What Monime answered. `refused`: it did nothing; `unknown`: no answer, or one that proves nothing. */
export type MonimeAnswer<T> =
  | { readonly kind: 'result'; readonly result: T; readonly next: string | null }
  | { readonly kind: 'refused'; readonly status: number; readonly code: string; readonly words?: string }
  | { readonly kind: 'unknown' }

/** Makes one call. `key`: the idempotency key of a POST. */
export type MonimeClient = <T>(
  schema: v.GenericSchema<unknown, T>,
  method: 'GET' | 'POST' | 'DELETE',
  path: string,
  request?: { readonly key: string; readonly body: object },
) => Promise<MonimeAnswer<T>>

// Monime may add fields at any time, so only the fields we use are checked.
const success = v.object({
  success: v.literal(true),
  result: v.optional(v.unknown()),
  pagination: v.nullish(v.object({ next: v.nullish(v.string()) })),
})
const failure = v.object({
  success: v.literal(false),
  error: v.object({ reason: v.optional(v.unknown()), message: v.optional(v.unknown()) }),
})

/** Statuses that say nothing about the request itself, or that an earlier one under the same key may still be carried out. */
const UNCLEAR = new Set([408, 409, 425])

function readAnswer<T>(schema: v.GenericSchema<unknown, T>, status: number, body: unknown): MonimeAnswer<T> {
  const refused = v.safeParse(failure, body)
  if (refused.success) {
    if (status < 400 || status >= 500 || UNCLEAR.has(status)) return { kind: 'unknown' }
    const { reason, message } = refused.output.error
    const code = v.is(providerText, reason) ? reason : `HTTP_${status}`
    return { kind: 'refused', status, code, ...wordsOf(message) }
  }
  const answer = v.safeParse(success, body)
  if (!answer.success || status < 200 || status > 299) return { kind: 'unknown' }
  const result = v.safeParse(schema, answer.output.result)
  if (!result.success) return { kind: 'unknown' }
  return { kind: 'result', result: result.output, next: answer.output.pagination?.next ?? null }
}

export function createMonimeClient(settings: MonimeSettings, fetchFunction: ProviderFetch): MonimeClient {
  return async (schema, method, path, request) => {
    try {
      const response = await fetchFunction(`${settings.baseUrl}/v1${path}`, {
        method,
        headers: {
          authorization: `Bearer ${settings.token}`,
          'monime-space-id': settings.spaceId,
          'monime-version': VERSION,
          ...(request && { 'content-type': 'application/json', 'idempotency-key': request.key }),
        },
        ...(request && { body: JSON.stringify(request.body) }),
        signal: AbortSignal.timeout(settings.timeout ?? 10_000),
      })
      return readAnswer(schema, response.status, parseJson(await response.text()))
    } catch {
      return { kind: 'unknown' }
    }
  }
}
