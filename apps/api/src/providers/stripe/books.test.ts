import { expect, test } from 'vitest'
import { createStripeBooks } from './books.ts'

/** Reads one entry of Stripe's list, over HTTP as the SDK does. */
async function entryOf(change: object, source: object) {
  const row = {
    ...{ id: 'txn_1', object: 'balance_transaction', amount: 10_000, fee: 80, net: 9_920, currency: 'usd' },
    ...{ created: 1_790_000_000, type: 'payment', reporting_category: 'charge', ...change },
    source: { id: 'py_1', object: 'charge', currency: 'usd', payment_intent: 'pi_1', ...source },
  }
  const answer = { object: 'list', data: [row], has_more: false, url: '/v1/balance_transactions' }
  const books = createStripeBooks(
    { secretKey: 'sk_test_1', webhookSecret: 'whsec_1', baseUrl: 'http://127.0.0.1:9', timeout: 1_000 },
    () =>
      Promise.resolve(
        new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }),
      ),
  )
  const { rows } = await books.entries(new Date(0), null)
  const [entry] = rows
  return entry && { kind: entry.kind, amount: entry.amount, isUnpaid: entry.isUnpaid, fee: entry.balance.fee }
}

test.each([
  [
    'paid',
    {},
    { status: 'succeeded', amount_captured: 10_000 },
    { kind: 'charge', amount: 10_000n, fee: 80n },
  ],
  [
    'waiting for its bank',
    {},
    { status: 'pending', amount_captured: 0 },
    { kind: 'charge', amount: 10_000n, isUnpaid: true, fee: 80n },
  ],
  [
    'that the bank did not pay',
    {},
    { status: 'failed', amount_captured: 0 },
    { kind: 'charge', amount: 10_000n, isUnpaid: true, fee: 80n },
  ],
  [
    'reversed, whatever its source',
    {
      amount: -10_000,
      fee: -80,
      net: -9_920,
      type: 'payment_failure_refund',
      reporting_category: 'charge_failure',
    },
    { id: 'pyr_1', object: 'refund', amount: 10_000 },
    { kind: 'charge', amount: 10_000n, isUnpaid: true, fee: -80n },
  ],
  [
    'refunded',
    { amount: -10_000, fee: 0, net: -10_000, type: 'payment_refund', reporting_category: 'refund' },
    { id: 'pyr_1', object: 'refund', amount: 10_000 },
    { kind: 'refund', amount: 10_000n, fee: 0n },
  ],
])('a bank debit %s has its entry', async (_what, change, source, entry) => {
  expect(await entryOf(change, source)).toEqual({ isUnpaid: undefined, ...entry })
})
