import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant, unpaid } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const eventsOf = (refundId: string) =>
  merchant
    .events()
    .filter(({ data: { object } }) => (object as { id: string }).id === refundId)
    .map(({ type }) => type)

async function chargeOf(intentId: string) {
  const { data } = await merchant.stripe.charges.list({ payment_intent: intentId })
  return data[0]
}

describe('refunds', () => {
  it('refunds the remainder by default, and never more than was captured', async () => {
    const intent = await paid(merchant)
    const part = await merchant.stripe.refunds.create({ payment_intent: intent.id, amount: 1000 })
    expect(part).toMatchObject({ amount: 1000, status: 'succeeded', payment_intent: intent.id })
    const tooMuch = merchant.stripe.refunds.create({ payment_intent: intent.id, amount: 1501 })
    await expect(tooMuch).rejects.toMatchObject({ type: 'StripeInvalidRequestError', param: 'amount' })
    const rest = await merchant.stripe.refunds.create({
      payment_intent: intent.id,
      reason: 'requested_by_customer',
      metadata: { transfer_id: 'tr_91' },
    })
    expect(rest).toMatchObject({ amount: 1500, reason: 'requested_by_customer' })
    await expect(merchant.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_already_refunded',
    })

    const charge = await chargeOf(intent.id)
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 2500 })
    expect((await merchant.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
    const { data } = await merchant.stripe.refunds.list({ payment_intent: intent.id })
    expect(data.map(({ id }) => id)).toEqual([rest.id, part.id])
    expect(await merchant.stripe.refunds.retrieve(rest.id)).toMatchObject({
      metadata: { transfer_id: 'tr_91' },
    })
    const moved = await merchant.stripe.balanceTransactions.list({ source: rest.id })
    expect(moved.data.map(({ amount, type }) => [amount, type])).toEqual([[-1500, 'refund']])
    await vi.waitFor(() => expect(eventsOf(rest.id)).toEqual(['refund.created']), 60_000)
  })

  it('keeps simultaneous partial refunds within the capture', async () => {
    const intent = await paid(merchant)
    const asked = Array.from({ length: 10 }, () =>
      merchant.stripe.refunds.create({ payment_intent: intent.id, amount: 600 }),
    )
    const done = (await Promise.allSettled(asked)).filter(({ status }) => status === 'fulfilled')
    expect(done).toHaveLength(4)
  })

  it('refuses to refund a payment that did not succeed', async () => {
    const intent = await unpaid(merchant)
    await expect(merchant.stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(
      /successful charge/,
    )
    await expect(merchant.stripe.refunds.create({ payment_intent: 'pi_none' })).rejects.toMatchObject({
      code: 'resource_missing',
    })
    await expect(merchant.stripe.refunds.create({})).rejects.toThrow(/payment_intent or charge/)
  })

  it('refunds card 4000000000005126, then fails the refund later', async () => {
    const intent = await paid(merchant, '4000000000005126')
    const refund = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund.status).toBe('succeeded')
    merchant.skip(3_000)
    await vi.waitFor(() => expect(eventsOf(refund.id)).toContain('refund.failed'), 60_000)
    expect(await merchant.stripe.refunds.retrieve(refund.id)).toMatchObject({
      status: 'failed',
      failure_reason: 'expired_or_canceled_card',
    })
    const charge = await chargeOf(intent.id)
    expect(charge).toMatchObject({ refunded: false, amount_refunded: 0 })
  })

  it('keeps a refund to card 4000000000007726 pending at first', async () => {
    const intent = await paid(merchant, '4000000000007726')
    const refund = await merchant.stripe.refunds.create({ payment_intent: intent.id })
    expect(refund).toMatchObject({ status: 'pending', pending_reason: 'processing' })
    merchant.skip(3_000)
    await vi.waitFor(() => expect(eventsOf(refund.id)).toContain('refund.updated'), 60_000)
    const later = await merchant.stripe.refunds.retrieve(refund.id)
    expect(later.status).toBe('succeeded')
    expect(later).not.toHaveProperty('pending_reason')
  })
})
