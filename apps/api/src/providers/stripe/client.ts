import Stripe from 'stripe'
import * as v from 'valibot'
import type { Payment } from '../../domains/transfers/ports.ts'
import { parseJson } from '../../lib/parse-json.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

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
export function createClient(settings: StripeSettings, fetchFunction: ProviderFetch): Stripe {
  const url = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl)
  return new Stripe(settings.secretKey, {
    httpClient: createHttpClient(fetchFunction),
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
export const STATUS: ReadonlyMap<string, Payment['status']> = new Map([
  ['requires_payment_method', 'open'],
  ['requires_confirmation', 'open'],
  ['requires_action', 'open'],
  ['requires_capture', 'processing'],
  ['processing', 'processing'],
  ['succeeded', 'succeeded'],
  ['canceled', 'cancelled'],
])

const problem = v.object({ error: v.object({ type: v.string() }) })

/**
 * Parses a Stripe object. Throws on anything else: the SDK writes into the parsed body where its error is not caught, so
 * a body such as `"ok"` would end the process; and it treats any body without an error as success whatever its status,
 * so a gateway's 500 would count as success.
 */
function parseObject(status: number, text: string): object {
  const body = parseJson(text)
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new TypeError('The answer is not a JSON object')
  if ((status < 200 || status > 299) && !v.is(problem, body))
    throw new TypeError('The refusal names no error')
  return body
}

/** Returns the SDK's transport over the given fetch. Each answer is read and parsed once, before the SDK gets it. */
const createHttpClient = (fetchFunction: ProviderFetch): Stripe.HttpClient => ({
  getClientName: () => 'sesa',
  async makeRequest(host, port, path, method, headers, requestData, protocol, timeout) {
    const answer = await fetchFunction(`${protocol}://${host}:${port}${path}`, {
      method,
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])),
      ...(requestData && { body: requestData }),
      signal: AbortSignal.timeout(timeout),
    })
    const body = parseObject(answer.status, await answer.text())
    return {
      getStatusCode: () => answer.status,
      getHeaders: () => Object.fromEntries(answer.headers),
      getRawResponse: () => answer,
      toStream: () => {
        throw new TypeError('Streams are not supported')
      },
      toJSON: () => Promise.resolve(body),
    }
  },
})
