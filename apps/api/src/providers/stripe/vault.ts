import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { CardVault, VaultAnswer, VaultCard } from '../../domains/customers/saved-cards/ports.ts'
import { answer, isMissing, time } from './answers.ts'
import { createClient, type StripeSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Time-out in milliseconds. A customer waits for these calls before paying, and could pay without them. */
const PATIENCE_MS = 4_000
/** Maximum number of listed saved cards. */
const MOST_CARDS = 100

const customer = v.object({ id: providerText, object: v.literal('customer') })
const session = v.object({ object: v.literal('customer_session'), client_secret: providerText })
const list = v.object({ data: v.array(v.unknown()) })
const detached = v.object({ object: v.literal('payment_method'), id: providerText })
const method = v.object({
  id: providerText,
  object: v.literal('payment_method'),
  created: time,
  card: v.object({
    brand: providerText,
    last4: v.pipe(v.string(), v.regex(/^\d{4}$/)),
    exp_month: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(12)),
    exp_year: v.pipe(v.number(), v.integer(), v.minValue(2000), v.maxValue(9999)),
    wallet: v.nullish(v.object({ type: providerText })),
  }),
})

function toCard(row: unknown): VaultCard {
  const { id, created: addedAt, card } = v.parse(method, row)
  const { brand, last4, exp_month: expMonth, exp_year: expYear, wallet } = card
  return { id, brand, last4, expMonth, expYear, wallet: wallet?.type ?? null, addedAt }
}

/** Returns the outcome of a call; `missing` when Stripe has no such object. */
async function ask<T>(call: () => Promise<T>): Promise<VaultAnswer<T>> {
  let missing = false
  const result = await answer(async () => {
    try {
      return await call()
    } catch (error) {
      missing = isMissing(error)
      throw error
    }
  })
  return result.ok ? result : { ok: false, reason: missing ? 'missing' : result.reason }
}

/** Reads and changes Stripe's customers and their saved payment methods. */
export function createStripeVault(settings: StripeSettings, fetchFunction: ProviderFetch): CardVault {
  const stripe = createClient(settings, fetchFunction)
  const timeout = Math.min(settings.timeout ?? PATIENCE_MS, PATIENCE_MS)
  const detach = async (cardId: string): Promise<null> => {
    const body = await stripe.paymentMethods.detach(cardId, {}, { idempotencyKey: `detach-${cardId}` })
    if (v.parse(detached, body).id !== cardId) throw new TypeError('Another card than the one asked for')
    return null
  }
  return {
    createCustomer: ({ accountId, generation }) =>
      ask(async () => {
        const body = await stripe.customers.create(
          { metadata: { account_id: accountId } },
          { idempotencyKey: `customer-${accountId}-${generation}`, timeout },
        )
        return v.parse(customer, body).id
      }),
    openSession: (customerId) =>
      ask(async () => {
        const body = await stripe.customerSessions.create(
          {
            customer: customerId,
            components: {
              payment_element: {
                enabled: true,
                features: {
                  payment_method_redisplay: 'enabled',
                  payment_method_redisplay_limit: 10,
                  payment_method_save: 'enabled',
                  // The customer is present whenever a saved card pays.
                  payment_method_save_usage: 'on_session',
                  // Cards are removed in Settings, where the withdrawal is recorded.
                  payment_method_remove: 'disabled',
                },
              },
            },
          },
          { timeout },
        )
        return v.parse(session, body).client_secret
      }),
    listCards: (customerId) =>
      ask(async () => {
        const body = await stripe.customers.listPaymentMethods(customerId, {
          type: 'card',
          limit: MOST_CARDS,
        })
        return v.parse(list, body).data.map(toCard)
      }),
    removeCard: (customerId, cardId) =>
      ask(async () => {
        // Answers 404 for another customer's card.
        await stripe.customers.retrievePaymentMethod(customerId, cardId)
        return detach(cardId)
      }),
    detachCard: (cardId) =>
      ask(async () => {
        const kept = await stripe.paymentMethods.retrieve(cardId)
        return kept.customer === null ? null : detach(cardId)
      }),
    deleteCustomer: (customerId) =>
      ask(async () => {
        const body = await stripe.customers.listPaymentMethods(customerId, { limit: MOST_CARDS })
        for (const row of v.parse(list, body).data) await detach(v.parse(detached, row).id)
        await stripe.customers.del(customerId)
        return null
      }),
  }
}
