import Stripe from 'stripe'
import type { CardPayment } from '../../modules/transfers/ports.ts'
import { withObjectAnswers } from './object-answers.ts'

export interface StripeSettings {
  readonly secretKey: string
  readonly webhookSecret: string
  /** The API's address, without a path: the SDK takes none. Default: Stripe's own host. */
  readonly baseUrl?: string | undefined
  /** The preview API version that lets payments name sender and recipient; unset, they do not. */
  readonly fundingVersion?: string | undefined
  /** Time-out of one call, in milliseconds. */
  readonly timeout?: number
}

/** Creates the SDK, with every call through the given fetch. */
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
