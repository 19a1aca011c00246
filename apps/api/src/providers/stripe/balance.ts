import { isCurrencyCode, money, type CurrencyCode } from '@sesa/money'
import * as v from 'valibot'
import type { FloatSource, ProviderBalance } from '../../domains/payouts/float/ports.ts'
import { createClient, type StripeSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

/** Minor units, negative when refunds exceed the charges. */
const row = v.object({
  amount: v.pipe(
    v.number(),
    v.safeInteger(),
    v.transform((minor) => BigInt(minor)),
  ),
  currency: v.pipe(v.string(), v.toUpperCase()),
})
const balances = v.object({ available: v.array(row), pending: v.array(row) })
type Row = v.InferOutput<typeof row>

const sumOf = (rows: readonly Row[], currency: CurrencyCode): bigint =>
  rows.reduce((sum, one) => (one.currency === currency ? sum + one.amount : sum), 0n)

/** Reads Stripe's balance in our currencies: the available part, from which refunds are paid, and the pending part. */
export function createStripeBalance(settings: StripeSettings, fetchFunction: ProviderFetch): FloatSource {
  const stripe = createClient(settings, fetchFunction)
  return async () => {
    const answer = await stripe.balance.retrieve().catch(() => null)
    const parsed = v.safeParse(balances, answer)
    if (!parsed.success) return null
    const { available, pending } = parsed.output
    const currencies = new Set([...available, ...pending].map(({ currency }) => currency))
    return [...currencies].filter(isCurrencyCode).map((currency): ProviderBalance => ({
      country: '',
      balance: money(sumOf(available, currency), currency),
      pending: money(sumOf(pending, currency), currency),
    }))
  }
}
