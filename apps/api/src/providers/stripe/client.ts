import Stripe from 'stripe'
import type { CardPayment } from '../../domains/transfers/ports.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** The API's address, without a path, which the SDK does not accept. Default: Stripe's own host. */
  readonly baseUrl?: string | undefined
  /** Preview API version that lets payments name sender and recipient; unset, they do not. */
  readonly fundingVersion?: string | undefined
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

/** Creates the SDK so that it sends every call through the given fetch. */
export function createClient(settings: StripeSettings, fetchFunction: typeof fetch): Stripe {
  const url = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl)
  return new Stripe(settings.secretKey, {
    httpClient: Stripe.createFetchHttpClient(withObjectAnswers(fetchFunction)),
    // The engine retries with its own back-off, after checking the outcome of the first call.
    maxNetworkRetries: 0,
    timeout: settings.timeout ?? 10_000,
    telemetry: false,
    ...(url && {
      host: url.hostname,
      port: url.port || (url.protocol === 'https:' ? '443' : '80'),
      protocol: url.protocol === 'https:' ? ('https' as const) : ('http' as const),
    }),
  })
}

/** Maps a payment intent's status to ours. */
export const STATUS: ReadonlyMap<string, CardPayment['status']> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'open'],
  ['requires_capture', 'processing'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['canceled', 'cancelled'],
])

import * as v from 'valibot'

const problem = v.object({ error: v.object({ type: v.string() }) })

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/**
 * Returns a `fetch` that throws when an answer is not a Stripe object. The SDK writes into the parsed body where its
 * error is not caught, so a body such as `"ok"` would end the process; and it treats any body without an error as
 * success whatever its status, so a gateway's 500 would count as success.
 */
function withObjectAnswers(fetchFunction: typeof fetch): typeof fetch {
  return async (input, init) => {
    const response = await fetchFunction(input, init)
    const { status, statusText, headers } = response
    const text = await response.text()
    const body = JSON.parse(text) as unknown
    if (!isObject(body)) throw new TypeError('The answer is not a JSON object')
    if (!response.ok && !v.is(problem, body)) throw new TypeError('The refusal names no error')
    return new Response(text, { status, statusText, headers })
  }
}
