import type Stripe from 'stripe'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { startMerchant, type Merchant } from '../testing/merchant.ts'
import { confirmBank, debited, MANDATE, unpaidDebit } from '../testing/bank.ts'

let merchant: Merchant
beforeEach(async () => {
  merchant = await startMerchant()
  await merchant.stripe.webhookEndpoints.update('we_1SesaSandbox0000sandboxEndpoint', {
    enabled_events: ['*'],
  })
})
afterEach(() => merchant.close())

const WAIT = { timeout: 60_000, interval: 20 }
const read = (id: string) => merchant.stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] })
const control = (id: string, body: object) => merchant.call('POST', `/sandbox/bank-debits/${id}`, body)

/** Waits for the status after the bank has answered. */
async function ends(id: string, status: Stripe.PaymentIntent.Status) {
  merchant.skip(5_000)
  await vi.waitFor(async () => expect((await read(id)).status).toBe(status), WAIT)
  return read(id)
}

const chargeOf = ({ latest_charge: made }: Stripe.PaymentIntent) => made as Stripe.Charge

/** Returns the types of the events about a payment, in order; one that is sent again counts once. */
async function typesOf(intent: Stripe.PaymentIntent, least: number) {
  const about = () =>
    new Map(
      merchant
        .events()
        .filter(({ data: { object } }) => {
          const { id, payment_intent: of } = object as { id: string; payment_intent?: string }
          return id === intent.id || of === intent.id
        })
        .map(({ id, type }) => [id, type]),
    )
  await vi.waitFor(() => expect(about().size).toBeGreaterThanOrEqual(least), WAIT)
  return [...about().values()].sort()
}

const movements = async (source?: string) =>
  (await merchant.stripe.balanceTransactions.list(source === undefined ? {} : { source })).data.map(
    ({ amount, fee, type, reporting_category: category }) => [amount, fee, type, category],
  )

describe('a bank debit', () => {
  it('is processing with a pending charge, and nothing is booked', async () => {
    const intent = await debited(merchant, '000123456789')
    expect(intent).toMatchObject({ status: 'processing', amount_received: 0, next_action: null })
    expect(chargeOf(intent)).toMatchObject({
      status: 'pending',
      paid: false,
      balance_transaction: null,
      billing_details: { name: 'Ama Mensah', email: 'ama@example.com' },
      payment_method_details: {
        type: 'us_bank_account',
        us_bank_account: {
          bank_name: 'STRIPE TEST BANK',
          last4: '6789',
          routing_number: '110000000',
          account_type: 'checking',
          account_holder_type: 'individual',
        },
      },
    })
    expect(await movements()).toEqual([])
    expect((await merchant.call('GET', '/sandbox/books')).json.payments).toMatchObject([{ captured: 0 }])
    expect(await typesOf(intent, 3)).toEqual([
      'charge.pending',
      'payment_intent.created',
      'payment_intent.processing',
    ])
  })

  it('succeeds some seconds later, with 0.8 % of fees', async () => {
    const { id } = await debited(merchant, '000123456789')
    const intent = await ends(id, 'succeeded')
    expect(intent).toMatchObject({ amount_received: 2_500, last_payment_error: null })
    expect(chargeOf(intent)).toMatchObject({ status: 'succeeded', paid: true })
    expect(await movements(chargeOf(intent).id)).toEqual([[2_500, 20, 'payment', 'charge']])
    expect((await merchant.call('GET', '/sandbox/books')).json.payments).toMatchObject([{ captured: 2_500 }])
    expect(await typesOf(intent, 5)).toContain('charge.succeeded')
  })

  it('costs at most USD 5', async () => {
    const { id } = await debited(merchant, '000123456789', { amount: 90_000 })
    const intent = await ends(id, 'succeeded')
    expect(await movements(chargeOf(intent).id)).toEqual([[90_000, 500, 'payment', 'charge']])
  })

  it.each([
    ['000111111113', 'account_closed'],
    ['000111111116', 'no_account'],
    ['000222222227', 'insufficient_funds'],
    ['000333333335', 'debit_not_authorized'],
    ['000444444440', 'invalid_currency'],
    ['000777777771', 'charge_exceeds_source_limit'],
  ])('fails from %s with %s, and the payment can be paid again', async (account, code) => {
    const { id } = await debited(merchant, account)
    const intent = await ends(id, 'requires_payment_method')
    const made = chargeOf(intent)
    expect(intent.last_payment_error).toMatchObject({
      code,
      charge: made.id,
      payment_method: { type: 'us_bank_account', us_bank_account: { last4: account.slice(-4) } },
    })
    expect(made).toMatchObject({ status: 'failed', failure_code: code, captured: false, amount_captured: 0 })
    expect(await movements()).toEqual([[-400, 0, 'stripe_fee', 'fee']])
    expect(await typesOf(intent, 5)).toEqual([
      'charge.failed',
      'charge.pending',
      'payment_intent.created',
      'payment_intent.payment_failed',
      'payment_intent.processing',
    ])
    const again = await confirmBank(merchant, intent, '000123456789')
    expect(again.body.status).toBe('processing')
    expect((await ends(id, 'succeeded')).latest_charge).not.toMatchObject({ id: made.id })
  })

  it('is taken back after success: a dispute that is lost at once and cannot be contested', async () => {
    const { id } = await debited(merchant, '000555555559')
    const intent = await ends(id, 'succeeded')
    merchant.skip(1_000)
    const [dispute] = await vi.waitFor(async () => {
      const { data } = await merchant.stripe.disputes.list({ payment_intent: id })
      expect(data).toHaveLength(1)
      return data
    }, WAIT)
    expect(dispute).toMatchObject({
      status: 'lost',
      reason: 'debit_not_authorized',
      amount: 2_500,
      is_charge_refundable: false,
      evidence_details: { due_by: null },
    })
    expect(await movements(dispute?.id)).toEqual([[-2_500, 1_500, 'adjustment', 'dispute']])
    expect((await read(id)).status).toBe('succeeded')
    const evidence = merchant.stripe.disputes.update(dispute?.id ?? '', { submit: true })
    await expect(evidence).rejects.toMatchObject({ statusCode: 400 })
    await expect(merchant.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
    expect(await typesOf(intent, 8)).toEqual(
      expect.arrayContaining([
        'charge.dispute.created',
        'charge.dispute.funds_withdrawn',
        'charge.dispute.closed',
      ]),
    )
  })

  it('stays in processing from 000000000009, and only there Stripe still recalls it', async () => {
    const silent = await debited(merchant, '000000000009')
    const other = await debited(merchant, '000123456789')
    await expect(merchant.stripe.paymentIntents.cancel(other.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    merchant.skip(5 * 86_400_000)
    await ends(other.id, 'succeeded')
    expect((await read(silent.id)).status).toBe('processing')
    await merchant.stripe.paymentIntents.cancel(silent.id)
    const intent = await read(silent.id)
    expect(intent).toMatchObject({ status: 'canceled', amount_received: 0 })
    expect(chargeOf(intent)).toMatchObject({ status: 'failed', captured: false, failure_code: null })
    expect((await control(silent.id, { outcome: 'succeed' })).status).toBe(409)
  })

  it('cannot be confirmed, changed or refunded while it is processing', async () => {
    const intent = await debited(merchant, '000000000009')
    const state = { code: 'payment_intent_unexpected_state' }
    const { paymentIntents, refunds } = merchant.stripe
    await expect(paymentIntents.confirm(intent.id, { mandate_data: MANDATE })).rejects.toMatchObject(state)
    await expect(paymentIntents.update(intent.id, { amount: 100 })).rejects.toMatchObject(state)
    await expect(refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({ statusCode: 400 })
    expect((await paymentIntents.update(intent.id, { metadata: { transfer_id: 'tr_92' } })).status).toBe(
      'processing',
    )
  })

  it('is refunded slowly', async () => {
    const { id } = await debited(merchant, '000123456789')
    await ends(id, 'succeeded')
    const refund = await merchant.stripe.refunds.create({ payment_intent: id, amount: 1_000 })
    expect(refund).toMatchObject({
      status: 'pending',
      pending_reason: 'processing',
      destination_details: { type: 'us_bank_transfer' },
    })
    expect(await movements(refund.id)).toEqual([[-1_000, 0, 'payment_refund', 'refund']])
    merchant.skip(3_000)
    await vi.waitFor(
      async () => expect((await merchant.stripe.refunds.retrieve(refund.id)).status).toBe('succeeded'),
      WAIT,
    )
  })

  it.each([
    [
      'fails a refund that is pending',
      0,
      'failed',
      [
        [1_000, 0, 'refund_failure', 'refund_failure'],
        [-1_000, 0, 'payment_refund', 'refund'],
      ],
    ],
    [
      'takes the money in addition to a finished refund',
      3_000,
      'succeeded',
      [[-1_000, 0, 'payment_refund', 'refund']],
    ],
  ] as const)('%s when the bank takes the debit back', async (_what, later, status, booked) => {
    const { id } = await debited(merchant, '000123456789')
    await ends(id, 'succeeded')
    const refund = await merchant.stripe.refunds.create({ payment_intent: id, amount: 1_000 })
    merchant.skip(later)
    const found = () => merchant.stripe.refunds.retrieve(refund.id)
    if (later > 0) await vi.waitFor(async () => expect((await found()).status).toBe(status), WAIT)
    expect((await control(id, { outcome: 'return', reason: 'insufficient_funds' })).status).toBe(200)
    expect(await found()).toMatchObject({
      status,
      ...(status === 'failed' && { failure_reason: 'charge_for_pending_refund_disputed' }),
    })
    expect(await movements(refund.id)).toEqual(booked)
    const { data } = await merchant.stripe.disputes.list({ payment_intent: id })
    expect(data).toMatchObject([{ amount: 2_500, status: 'lost', reason: 'insufficient_funds' }])
  })

  it('refuses to refund a debit after 180 days', async () => {
    const { id } = await debited(merchant, '000123456789')
    await ends(id, 'succeeded')
    merchant.skip(180 * 86_400_000)
    await expect(merchant.stripe.refunds.create({ payment_intent: id })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})

describe('the control of customers’ banks', () => {
  it('holds debits until a test answers them', async () => {
    const set = await merchant.call('PUT', '/sandbox/bank-debits', { answers: 'ask' })
    expect(set.json.settings).toEqual({ answers: 'ask', afterSeconds: 5 })
    const paid = await debited(merchant, '000222222227')
    const failed = await debited(merchant, '000123456789')
    merchant.skip(86_400_000)
    expect((await control(paid.id, { outcome: 'succeed' })).json.debit).toEqual({
      id: paid.id,
      amount: 2_500,
      currency: 'usd',
      bank: 'STRIPE TEST BANK',
      last4: '2227',
      holder: 'Ama Mensah',
      status: 'succeeded',
    })
    await control(failed.id, { outcome: 'fail', code: 'no_account' })
    expect((await read(paid.id)).status).toBe('succeeded')
    expect((await read(failed.id)).last_payment_error).toMatchObject({ code: 'no_account' })
    const { debits } = (await merchant.call('GET', '/sandbox/bank-debits')).json
    expect(debits.map(({ status }: { status: string }) => status)).toEqual(['failed', 'succeeded'])
  })

  it('answers a debit once, and returns it once', async () => {
    const { id } = await debited(merchant, '000000000009')
    expect((await control(id, { outcome: 'return' })).status).toBe(409)
    expect((await control(id, { outcome: 'succeed' })).status).toBe(200)
    expect((await control(id, { outcome: 'fail' })).status).toBe(409)
    expect((await control(id, { outcome: 'return' })).status).toBe(200)
    expect((await control(id, { outcome: 'return' })).status).toBe(409)
    expect((await control('pi_none', { outcome: 'succeed' })).status).toBe(404)
    expect((await control(id, { outcome: 'pay' })).status).toBe(400)
    expect((await control(id, { outcome: 'fail', code: 'junk' })).status).toBe(400)
  })

  it('answers after the configured number of seconds', async () => {
    await merchant.call('PUT', '/sandbox/bank-debits', { answers: 'auto', afterSeconds: 432_000 })
    const { id } = await debited(merchant, '000123456789')
    merchant.skip(431_990_000)
    expect((await read(id)).status).toBe('processing')
    merchant.skip(10_000)
    await ends(id, 'succeeded')
  })

  it('meets the faults of the card provider', async () => {
    const intent = await unpaidDebit(merchant)
    await merchant.setFault({ target: 'card', mode: 'error_500', count: 1 })
    await expect(merchant.stripe.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      statusCode: 500,
    })
  })
})
