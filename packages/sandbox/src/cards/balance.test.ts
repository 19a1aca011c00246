import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant, unpaid, type Merchant } from './testing/merchant.ts'

const DAY_MS = 86_400_000
const WAIT = { timeout: 60_000 }
const GOOD = '4242424242424242'
const FOREIGN = '4000008260000000'

let merchant: Merchant
beforeEach(async () => {
  merchant = await startMerchant()
})
afterEach(() => merchant.close())

const transactionsOf = async (source: string) =>
  (await merchant.stripe.balanceTransactions.list({ source })).data

async function chargeOf(intent: Stripe.PaymentIntent): Promise<Stripe.Charge> {
  const { latest_charge: charge } = await merchant.stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.balance_transaction'],
  })
  if (charge === null || typeof charge === 'string') throw new Error('There is no charge')
  return charge
}

/** Returns the available and the pending cents. */
async function balance(): Promise<(number | undefined)[]> {
  const { available, pending } = await merchant.stripe.balance.retrieve()
  return [available[0]?.amount, pending[0]?.amount]
}

const debitBank = (debits: boolean) =>
  merchant.call('PUT', '/sandbox/stripe/account', { debit_negative_balances: debits })

describe('the fee of a charge', () => {
  it.each([
    ['of USD 25.00 to a US card: 2.9 % and 30 cents', 2_500, GOOD, 103],
    ['of USD 5.00 to a US card', 500, GOOD, 45],
    ['of USD 2,000.00 to a US card', 200_000, GOOD, 5_830],
    ['of USD 100.00 to a foreign card: 1.5 % more', 10_000, FOREIGN, 470],
    ['of USD 0.50, rounded half up', 50, GOOD, 31],
  ])('%s', async (_what, amount, card, fee) => {
    const intent = await unpaid(merchant, { amount })
    await merchant.confirm(intent, card)
    const { balance_transaction: booked } = await chargeOf(intent)
    expect(booked).toMatchObject({
      amount,
      fee,
      net: amount - fee,
      currency: 'usd',
      exchange_rate: null,
      fee_details: [{ amount: fee, currency: 'usd', type: 'stripe_fee' }],
    })
  })

  it('has 1 % for the conversion of another currency, at Stripe’s own rate', async () => {
    const intent = await unpaid(merchant, { amount: 1_000_000, currency: 'lrd' })
    await merchant.confirm(intent, GOOD)
    const charge = await chargeOf(intent)
    expect(charge).toMatchObject({ amount: 1_000_000, currency: 'lrd' })
    const booked = charge.balance_transaction as Stripe.BalanceTransaction
    const rate = booked.exchange_rate ?? 0
    expect(booked).toMatchObject({ currency: 'usd', amount: Math.floor(1_000_000 * rate) })
    const [processing, conversion] = booked.fee_details.map(({ amount }) => amount)
    expect(processing).toBe(Math.round(booked.amount * 0.029) + 30)
    expect(conversion).toBe(Math.round(booked.amount * 0.01))
    expect(booked.net).toBe(booked.amount - booked.fee)
    const refund = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    expect(await transactionsOf(refund.id)).toMatchObject([
      { amount: -booked.amount, net: -booked.amount, fee: 0, currency: 'usd', exchange_rate: rate },
    ])
  })
})

it('takes 15 dollars for a dispute, and keeps them when it is won', async () => {
  const intent = await paid(merchant, '4000000000000259')
  merchant.skip(2_000)
  const dispute = await vi.waitFor(async () => {
    const { data } = await merchant.stripe.disputes.list({ payment_intent: intent.id })
    expect(data).toHaveLength(1)
    return data[0] as Stripe.Dispute
  }, WAIT)
  await merchant.stripe.disputes.update(dispute.id, { evidence: { uncategorized_text: 'winning_evidence' } })
  expect(await transactionsOf(dispute.id)).toMatchObject([
    { amount: 2_500, fee: 0, net: 2_500, reporting_category: 'dispute_reversal' },
    { amount: -2_500, fee: 1_500, net: -4_000, reporting_category: 'dispute' },
  ])
})

it('has charges pending for two days, and available after that', async () => {
  expect(await balance()).toEqual([0, 0])
  await paid(merchant)
  expect(await balance()).toEqual([0, 2_397])
  merchant.skip(2 * DAY_MS + 1_000)
  expect(await balance()).toEqual([2_397, 0])
})

describe('a payout to the bank', () => {
  const payOut = (body: object = {}) => merchant.call('POST', '/sandbox/stripe/payouts', body)
  const giveBack = (id: string) =>
    merchant.call('POST', '/sandbox/stripe/payouts/return', { balance_transaction: id })
  const idOf = ({ json }: { json: unknown }) => (json as { id: string }).id

  it('takes the available balance, or a part of it, and no more', async () => {
    await paid(merchant)
    expect((await payOut()).status).toBe(409)
    merchant.skip(2 * DAY_MS + 1_000)
    const part = await payOut({ amount: 397 })
    expect(part.status).toBe(200)
    expect(await merchant.stripe.balanceTransactions.retrieve(idOf(part))).toMatchObject({
      type: 'payout',
      reporting_category: 'payout',
      amount: -397,
      fee: 0,
      net: -397,
      currency: 'usd',
      source: expect.stringMatching(/^po_1/),
    })
    expect((await payOut({ amount: 2_001 })).status).toBe(409)
    expect((await payOut()).status).toBe(200)
    expect(await balance()).toEqual([0, 0])
  })

  it('comes back once when the bank returns it', async () => {
    await paid(merchant)
    merchant.skip(2 * DAY_MS + 1_000)
    const id = idOf(await payOut())
    const back = await giveBack(id)
    expect(await merchant.stripe.balanceTransactions.retrieve(idOf(back))).toMatchObject({
      type: 'payout_failure',
      reporting_category: 'payout_reversal',
      net: 2_397,
    })
    expect((await giveBack(id)).status).toBe(404)
    expect((await giveBack('txn_none')).status).toBe(404)
    expect(await balance()).toEqual([2_397, 0])
  })
})

describe('a refund', () => {
  it('succeeds at once while Stripe may debit the merchant’s bank account', async () => {
    const intent = await paid(merchant)
    const refund = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    expect(await balance()).toEqual([-2_500, 2_397])
  })

  it('stays pending while the available balance does not cover it, and succeeds once it does', async () => {
    await debitBank(false)
    const [intent] = [await paid(merchant), await paid(merchant)]
    const refund = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({
      status: 'pending',
      pending_reason: 'insufficient_funds',
      balance_transaction: null,
    })
    expect(await balance()).toEqual([0, 4_794])
    merchant.skip(2 * DAY_MS + 1_000)
    await vi.waitFor(
      async () =>
        expect(await merchant.stripe.refunds.retrieve(refund.id)).toMatchObject({ status: 'succeeded' }),
      WAIT,
    )
    expect(await transactionsOf(refund.id)).toMatchObject([{ amount: -2_500, net: -2_500, type: 'refund' }])
    expect(await balance()).toEqual([2_294, 0])
    await vi.waitFor(
      () => expect(merchant.events().map(({ type }) => type)).toContain('refund.updated'),
      WAIT,
    )
  })

  it('that waits succeeds once Stripe may debit the bank account', async () => {
    await debitBank(false)
    const intent = await paid(merchant)
    const { id } = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    await debitBank(true)
    await vi.waitFor(
      async () => expect((await merchant.stripe.refunds.retrieve(id)).status).toBe('succeeded'),
      WAIT,
    )
  })
})
