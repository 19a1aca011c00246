import Stripe from 'stripe'
import type {
  CardBooks,
  CardEntry,
  CardEntryKind,
  CardPaymentState,
} from '../../modules/reconciliation/ports.ts'
import { createClient, STATUS, type StripeSettings } from './client.ts'

const PAGE = 100

const KINDS: ReadonlyMap<string, CardEntryKind> = new Map([
  ['charge', 'charge'],
  ['refund', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute_reversal'],
])

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  typeof reference === 'string' ? reference : (reference?.id ?? null)

/** The balance is kept in another currency than some charges: amount and currency are the source's own. */
function toEntry(transaction: Stripe.BalanceTransaction): CardEntry {
  const { id, source, created, reporting_category: category } = transaction
  const own = typeof source === 'object' && source !== null ? source : null
  const base = { id, at: new Date(created * 1000), kind: KINDS.get(category) ?? 'other' } as const
  if (own?.object === 'charge') {
    const amount = BigInt(own.amount_captured)
    return { ...base, paymentId: idOf(own.payment_intent), amount, currency: own.currency.toUpperCase() }
  }
  if (own?.object === 'refund' || own?.object === 'dispute') {
    const amount = BigInt(own.amount)
    return { ...base, paymentId: idOf(own.payment_intent), amount, currency: own.currency.toUpperCase() }
  }
  const amount = BigInt(Math.abs(transaction.amount))
  return { ...base, paymentId: null, amount, currency: transaction.currency.toUpperCase() }
}

function toPayment({ id, status, metadata, created }: Stripe.PaymentIntent): CardPaymentState {
  return {
    id,
    status: STATUS.get(status) ?? 'processing',
    transferId: metadata['transfer_id'] ?? null,
    at: new Date(created * 1000),
  }
}

const since = (from: Date, after: string | null) => ({
  created: { gte: Math.floor(from.getTime() / 1000) },
  limit: PAGE,
  ...(after !== null && { starting_after: after }),
})

function page<Row extends { id: string }, T>(
  list: Stripe.ApiList<Row>,
  read: (row: Row) => T,
): { rows: T[]; next: string | null } {
  return { rows: list.data.map(read), next: list.has_more ? (list.data.at(-1)?.id ?? null) : null }
}

/** Stripe's own books, page by page: balance transactions with what they are for, and payment intents. */
export function createStripeBooks(settings: StripeSettings, fetchFunction: typeof fetch): CardBooks {
  const stripe = createClient(settings, fetchFunction)
  return {
    entries: async (from, after) =>
      page(
        await stripe.balanceTransactions.list({ ...since(from, after), expand: ['data.source'] }),
        toEntry,
      ),
    payments: async (from, after) => page(await stripe.paymentIntents.list(since(from, after)), toPayment),
  }
}
