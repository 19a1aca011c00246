import { toMinorNumber } from '@sesa/money'
import Stripe from 'stripe'
import type {
  CardDispute,
  CardEvent,
  CardPayment,
  CardProvider,
  CardRefund,
  ProviderAnswer,
} from '../../modules/transfers/ports.ts'
import { accountFunding } from './account-funding.ts'
import { createClient, STATUS, type StripeSettings } from './client.ts'

/** Notifications older or newer than this are refused, in seconds; the SDK looks at the past only. */
const TOLERANCE = 300

function toPayment(intent: Stripe.PaymentIntent): CardPayment {
  const charge = typeof intent.latest_charge === 'object' ? intent.latest_charge : null
  const status = STATUS.get(intent.status)
  if (status === undefined || intent.client_secret === null) {
    throw new TypeError(`A payment intent that cannot be read: ${intent.status}`)
  }
  return {
    id: intent.id,
    status,
    clientSecret: intent.client_secret,
    received: BigInt(intent.amount_received),
    currency: intent.currency.toUpperCase(),
    transferId: intent.metadata['transfer_id'] ?? null,
    capturedAt: status === 'succeeded' ? new Date((charge?.created ?? intent.created) * 1000) : null,
    disputed: charge?.disputed ?? false,
    refunded: (charge?.amount_refunded ?? 0) > 0,
  }
}

function toRefund(refund: Stripe.Refund): CardRefund {
  const { status } = refund
  return {
    id: refund.id,
    amount: BigInt(refund.amount),
    status:
      status === 'succeeded'
        ? 'succeeded'
        : status === 'failed' || status === 'canceled'
          ? 'failed'
          : 'pending',
  }
}

/** An inquiry, which takes no money yet, is none. */
function toDispute({ id, status, amount, currency }: Stripe.Dispute): readonly CardDispute[] {
  if (status.startsWith('warning_')) return []
  return [
    {
      id,
      status: status === 'won' || status === 'prevented' ? 'won' : status === 'lost' ? 'lost' : 'open',
      amount: BigInt(amount),
      currency: currency.toUpperCase(),
    },
  ]
}

/** 4xx is the provider's own no; a limit, a conflict, 5xx or no answer leaves open what happened. */
function toFailure(error: unknown): ProviderAnswer<never> {
  if (!(error instanceof Stripe.errors.StripeError))
    return { ok: false, reason: 'unknown', code: 'unreadable' }
  const { statusCode = 0, code, type } = error
  const refused = statusCode >= 400 && statusCode < 500 && ![408, 409, 425, 429].includes(statusCode)
  return { ok: false, reason: refused ? 'refused' : 'unknown', code: code ?? type }
}

async function answer<T>(call: () => Promise<T>): Promise<ProviderAnswer<T>> {
  try {
    return { ok: true, value: await call() }
  } catch (error) {
    return toFailure(error)
  }
}

function toEvent(event: Stripe.Event): CardEvent {
  const object: { object?: unknown; id?: unknown; payment_intent?: unknown } = event.data.object
  const paymentId = object.object === 'payment_intent' ? object.id : object.payment_intent
  return {
    id: event.id,
    type: event.type,
    paymentId: typeof paymentId === 'string' ? paymentId : null,
    afterwards: /^(charge\.(refund|dispute)|refund\.)/.test(event.type),
    charged: event.type === 'payment_intent.succeeded',
  }
}

/**
 * Not whatever the account has switched on: a bank debit is charged days after its price was locked. Stripe's API names
 * the parameter otherwise since 2026-07-29; account funding may still be approved under an earlier preview of it.
 */
function cardsAlone(
  version: string | undefined,
): Pick<Stripe.PaymentIntentCreateParams, 'allowed_payment_method_types'> {
  const isEarlier = version !== undefined && version < '2026-07-29'
  const cards = { [isEarlier ? 'payment_method_types' : 'allowed_payment_method_types']: ['card'] }
  return cards
}

/** Stripe as the card provider: one payment intent per transfer, cards only. */
export function createStripe(settings: StripeSettings, fetchFunction: typeof fetch): CardProvider {
  const stripe = createClient(settings, fetchFunction)
  const live = /^(sk|rk)_live_/.test(settings.secretKey)
  const read = async (id: string): Promise<CardPayment> =>
    toPayment(await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }))

  const { fundingVersion } = settings

  return {
    tellsPeople: fundingVersion !== undefined,
    createPayment: ({ transferId, reference, amount, attempt, people }) =>
      answer(async () =>
        toPayment(
          await stripe.paymentIntents.create(
            {
              amount: toMinorNumber(amount),
              currency: amount.currency.toLowerCase(),
              ...cardsAlone(fundingVersion),
              description: `Transfer ${reference}`,
              metadata: { transfer_id: transferId },
              ...(fundingVersion !== undefined &&
                people !== null && { payment_details: accountFunding(people) }),
            },
            {
              idempotencyKey: `payment-${transferId}-${attempt}`,
              ...(fundingVersion !== undefined && { apiVersion: fundingVersion }),
            },
          ),
        ),
      ),
    findPayment: (transferId) =>
      answer(async () => {
        const { data } = await stripe.paymentIntents.search({
          query: `metadata["transfer_id"]:"${transferId}"`,
          limit: 1,
        })
        return data[0] === undefined ? null : toPayment(data[0])
      }),
    readPayment: (id) => answer(() => read(id)),
    cancelPayment: (id) =>
      answer(async () => {
        try {
          return toPayment(await stripe.paymentIntents.cancel(id))
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // Already charged or already cancelled: what it is now says which.
          return read(id)
        }
      }),
    listDisputes: (paymentId) =>
      answer(async () => {
        const { data } = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 })
        return data.flatMap(toDispute)
      }),
    listRefunds: (paymentId) =>
      answer(async () => {
        const { data } = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
        return data.map(toRefund)
      }),
    refund: ({ paymentId, transferId, attemptId, amount }) =>
      answer(async () =>
        toRefund(
          await stripe.refunds.create(
            {
              payment_intent: paymentId,
              amount: toMinorNumber(amount),
              metadata: { transfer_id: transferId },
            },
            { idempotencyKey: `refund-${transferId}-${attemptId}` },
          ),
        ),
      ),
    readEvent(rawBody, signature) {
      try {
        const event = stripe.webhooks.constructEvent(rawBody, signature, settings.webhookSecret, TOLERANCE)
        const signedAt = BigInt(/(?:^|,)t=(\d{1,12})(?:,|$)/.exec(signature)?.[1] ?? '0')
        const ahead = signedAt * 1000n - BigInt(Date.now())
        return ahead > BigInt(TOLERANCE) * 1000n || event.livemode !== live ? null : toEvent(event)
      } catch {
        return null
      }
    },
  }
}
