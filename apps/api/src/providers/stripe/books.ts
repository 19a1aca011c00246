import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type {
  CardBooks,
  CardEntry,
  CardEntryKind,
  CardPaymentState,
  Page,
} from '../../domains/books/reconciliation/ports.ts'
import { currency, metadata, minor, recordOf, time } from './answers.ts'
import { createClient, STATUS, type StripeSettings } from './client.ts'
import type { ProviderFetch } from '../../lib/provider-fetch.ts'

const PAGE = 100

/** Stripe's reporting categories: https://docs.stripe.com/reports/reporting-categories */
const KINDS: ReadonlyMap<string, CardEntryKind> = new Map([
  ['charge', 'charge'],
  // The reversal of a debit that its bank did not pay.
  ['charge_failure', 'charge'],
  ['refund', 'refund'],
  ['refund_failure', 'refund_failure'],
  ['dispute', 'dispute'],
  ['dispute_reversal', 'dispute_reversal'],
  ['payout', 'bank_transfer'],
  ['payout_reversal', 'bank_transfer'],
  ['topup', 'bank_transfer'],
  ['topup_reversal', 'bank_transfer'],
  ['fee', 'fee'],
  ['tax', 'fee'],
])

/** Of a charge that is no payment: of a debit that waits for its bank, or that the bank did not pay. */
const UNPAID: ReadonlySet<string> = new Set(['pending', 'failed'])

const paymentOf = v.nullish(v.union([providerText, v.object({ id: providerText })]))
const source = v.variant('object', [
  v.object({
    object: v.literal('charge'),
    amount_captured: minor,
    currency,
    payment_intent: paymentOf,
    status: v.optional(v.string()),
  }),
  v.object({ object: v.literal('refund'), amount: minor, currency, payment_intent: paymentOf }),
  v.object({ object: v.literal('dispute'), amount: minor, currency, payment_intent: paymentOf }),
])
/** Minor units; negative for money out. */
const signed = v.pipe(
  v.number(),
  v.safeInteger(),
  v.transform((units) => BigInt(units)),
)
const transaction = v.object({
  id: providerText,
  object: v.literal('balance_transaction'),
  amount: signed,
  fee: signed,
  net: signed,
  currency,
  created: time,
  reporting_category: v.string(),
  source: v.unknown(),
})
/** Other sources, such as payouts to our bank, belong to no charge. */
const known = v.object({ object: v.picklist(['charge', 'refund', 'dispute']) })

/**
 * Parses an entry. The balance may be in another currency than the charge: the entry uses the source's amount and
 * currency.
 */
function toEntry(row: unknown): CardEntry {
  const { id, created: at, reporting_category: category, ...whole } = v.parse(transaction, row)
  const balance = { currency: whole.currency, amount: whole.amount, fee: whole.fee, net: whole.net }
  if (balance.net !== balance.amount - balance.fee)
    throw new TypeError(`The net amount of ${id} is not its amount without the fee`)
  const base = { id, at, kind: KINDS.get(category) ?? 'other', balance } as const
  const size = whole.amount < 0n ? -whole.amount : whole.amount
  if (!v.is(known, whole.source)) {
    return { ...base, paymentId: null, amount: size, currency: whole.currency }
  }
  const own = v.parse(source, whole.source)
  const { payment_intent: payment } = own
  // Of a debit, Stripe may list the charge before the bank pays: https://docs.stripe.com/reports/reporting-categories
  const isUnpaid = category === 'charge_failure' || (own.object === 'charge' && UNPAID.has(own.status ?? ''))
  return {
    ...base,
    ...(isUnpaid && { isUnpaid }),
    paymentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
    amount: isUnpaid ? size : own.object === 'charge' ? own.amount_captured : own.amount,
    currency: isUnpaid ? whole.currency : own.currency,
  }
}

const intent = v.object({ id: providerText, status: v.string(), metadata, created: time })

function toPayment(row: unknown): CardPaymentState {
  const { id, status, metadata: told, created: at } = v.parse(intent, row)
  return {
    id,
    status: STATUS.get(status) ?? 'processing',
    transferId: told.transfer_id ?? null,
    record: recordOf(told),
    at,
  }
}

const since = (from: Date, after: string | null) => ({
  created: { gte: Math.floor(from.getTime() / 1000) },
  limit: PAGE,
  ...(after !== null && { starting_after: after }),
})

const list = v.object({ data: v.array(v.unknown()), has_more: v.boolean() })

function page<T extends { id: string }>(body: unknown, read: (row: unknown) => T): Page<T> {
  const { data, has_more } = v.parse(list, body)
  const rows = data.map(read)
  const next = rows.at(-1)?.id ?? null
  if (has_more && next === null) throw new TypeError('A page without rows has a next page')
  return { rows, next: has_more ? next : null }
}

/** Reads Stripe's own books, page by page: balance transactions with their purpose, and payment intents. */
export function createStripeBooks(settings: StripeSettings, fetchFunction: ProviderFetch): CardBooks {
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
