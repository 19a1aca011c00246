import { toMinorNumber } from '@sesa/money'
import Stripe from 'stripe'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { CardEvent, Payment, CardProvider } from '../../domains/transfers/ports.ts'
import { accountFunding } from './account-funding.ts'
import {
  answer,
  declinedChargeOf,
  firstOf,
  isMissing,
  recordPieces,
  rowsOf,
  toDispute,
  toPaymentFor,
  toPaymentNamed,
  toRefund,
  toWarning,
} from './answers.ts'
import { createClient, type StripeSettings } from './client.ts'
import { readSignedEvent } from './signed-event.ts'
import { isAfterCharge } from './webhook-events.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const eventSchema = v.object({
  id: providerText,
  type: providerText,
  data: v.object({ object: v.looseObject({}) }),
})

/** Parses an event. Throws on anything else. */
function toEvent(event: unknown): CardEvent {
  const { id, type, data } = v.parse(eventSchema, event)
  const paymentId =
    data.object['object'] === 'payment_intent' ? data.object['id'] : data.object['payment_intent']
  return {
    id,
    type,
    paymentId: v.is(providerText, paymentId) ? paymentId : null,
    afterwards: isAfterCharge(type),
    charged: type === 'payment_intent.succeeded',
    declined: type === 'payment_intent.payment_failed' ? (declinedChargeOf(data.object) ?? id) : null,
  }
}

/**
 * Limits a payment to cards or to bank accounts, whatever the account has enabled: a debit is charged days after its price was
 * locked, and has a price of its own. Stripe's API renamed the parameter on 2026-07-29; account funding may still be approved
 * under an earlier preview version.
 */
function oneWay(
  byBank: boolean,
  version: string | undefined,
): Pick<Stripe.PaymentIntentCreateParams, 'allowed_payment_method_types'> {
  const isEarlier = version !== undefined && version < '2026-07-29'
  const way = byBank ? 'us_bank_account' : 'card'
  const types = { [isEarlier ? 'payment_method_types' : 'allowed_payment_method_types']: [way] }
  return types
}

/** A bank account is verified at once, through its bank: micro-deposits would take days more. */
const BY_BANK = {
  us_bank_account: {
    verification_method: 'instant',
    financial_connections: { permissions: ['payment_method'] },
  },
} satisfies Stripe.PaymentIntentCreateParams.PaymentMethodOptions

/** Creates Stripe as the card provider: one payment intent per transfer. */
export function createStripe(settings: StripeSettings, fetchFunction: ProviderFetch): CardProvider {
  const stripe = createClient(settings, fetchFunction)
  const live = /^(sk|rk)_live_/.test(settings.secretKey)
  const read = async (id: string): Promise<Payment> =>
    toPaymentNamed(
      await stripe.paymentIntents.retrieve(id, { expand: ['latest_charge', 'payment_method', 'review'] }),
      id,
    )

  const { fundingVersion } = settings

  return {
    name: 'stripe',
    signatureHeader: 'Stripe-Signature',
    sendsPartyDetails: fundingVersion !== undefined,
    createPayment: ({ transferId, reference, amount, attempt, people, customerId, ...asked }) =>
      answer(async () => {
        const { request3ds, cvcAgain = false, byBank = false, record } = asked
        const create = (customer: string | null) =>
          stripe.paymentIntents.create(
            {
              amount: toMinorNumber(amount),
              currency: amount.currency.toLowerCase(),
              ...oneWay(byBank, fundingVersion),
              description: `Transfer ${reference}`,
              metadata: { transfer_id: transferId, ...recordPieces(record) },
              // Account funding is a kind of card payment.
              ...(fundingVersion !== undefined &&
                people !== null &&
                !byBank && { payment_details: accountFunding(people) }),
              ...(customer !== null && { customer }),
              ...(byBank && { payment_method_options: BY_BANK }),
              ...((request3ds !== null || cvcAgain) && {
                payment_method_options: {
                  card: {
                    ...(request3ds !== null && { request_three_d_secure: request3ds }),
                    ...(cvcAgain && { require_cvc_recollection: true }),
                  },
                },
              }),
            },
            {
              // The key differs without the customer: the same key allows no other parameters.
              idempotencyKey: `payment-${transferId}-${attempt}${customer === null ? '' : '-customer'}`,
              ...(fundingVersion !== undefined && { apiVersion: fundingVersion }),
            },
          )
        try {
          return toPaymentFor(await create(customerId), transferId)
        } catch (error) {
          if (customerId === null || !isMissing(error, 'customer')) throw error
          // The refusal opened nothing: the customer pays with another card.
          return toPaymentFor(await create(null), transferId)
        }
      }),
    findPayment: (transferId) =>
      answer(async () => {
        const found = firstOf(
          await stripe.paymentIntents.search({
            query: `metadata["transfer_id"]:"${transferId}"`,
            limit: 1,
          }),
        )
        return found === undefined ? null : toPaymentFor(found, transferId)
      }),
    readPayment: (id) => answer(() => read(id)),
    cancelPayment: (id) =>
      answer(async () => {
        try {
          return toPaymentNamed(await stripe.paymentIntents.cancel(id), id)
        } catch (error) {
          if (!(error instanceof Stripe.errors.StripeInvalidRequestError)) throw error
          // Already charged or cancelled: the payment's current status decides.
          return read(id)
        }
      }),
    listDisputes: (paymentId) =>
      answer(async () => {
        const disputes = await stripe.disputes.list({ payment_intent: paymentId, limit: 100 })
        return rowsOf(disputes).flatMap(toDispute)
      }),
    listFraudWarnings: (paymentId) =>
      answer(async () => {
        const warnings = await stripe.radar.earlyFraudWarnings.list({ payment_intent: paymentId, limit: 100 })
        return rowsOf(warnings).map((row) => toWarning(row, paymentId))
      }),
    listRefunds: (paymentId) =>
      answer(async () => {
        const refunds = await stripe.refunds.list({ payment_intent: paymentId, limit: 100 })
        return rowsOf(refunds).map((row) => toRefund(row, paymentId))
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
          paymentId,
        ),
      ),
    readEvent(rawBody, signature) {
      const event = readSignedEvent(stripe, rawBody, signature, { secret: settings.webhookSecret, live })
      try {
        return event && toEvent(event)
      } catch {
        return null
      }
    },
  }
}
