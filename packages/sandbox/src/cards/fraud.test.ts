import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant, unpaid, type Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

async function report(payment_intent: string, news: string, closed_reason?: string): Promise<number> {
  const response = await fetch(`${merchant.url}/sandbox/fraud`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ payment_intent, news, ...(closed_reason !== undefined && { closed_reason }) }),
  })
  return response.status
}
const warningsOf = async (payment_intent: string) =>
  (await merchant.stripe.radar.earlyFraudWarnings.list({ payment_intent })).data
const sent = (type: string) =>
  vi.waitFor(() => expect(merchant.events().map((event) => event.type)).toContain(type), 60_000)

describe('early fraud warnings', () => {
  it('follow a charge of Stripe’s card for them', async () => {
    const intent = await paid(merchant, '4000000000005423')
    await vi.waitFor(async () => expect(await warningsOf(intent.id)).toHaveLength(1), 60_000)
    expect(await warningsOf(intent.id)).toMatchObject([
      { object: 'radar.early_fraud_warning', charge: intent.latest_charge, payment_intent: intent.id },
    ])
    await sent('radar.early_fraud_warning.created')
  })

  it('are made once by the sandbox’s control, for charged payments only', async () => {
    const intent = await paid(merchant)
    expect(await report(intent.id, 'early_fraud_warning')).toBe(201)
    expect(await report(intent.id, 'early_fraud_warning')).toBe(201)
    expect(await warningsOf(intent.id)).toHaveLength(1)
    expect(await report((await unpaid(merchant)).id, 'early_fraud_warning')).toBe(404)
    expect(await report(intent.id, 'nonsense')).toBe(400)
  })
})

describe('reviews', () => {
  it('open with a charge of elevated risk and close once, by approval', async () => {
    const intent = await paid(merchant, '4000000000009235')
    const review = (await merchant.stripe.reviews.list()).data[0]
    expect(review).toMatchObject({ id: intent.review, open: true, payment_intent: intent.id })
    await sent('review.opened')
    const id = review?.id ?? ''
    expect(await merchant.stripe.reviews.approve(id)).toMatchObject({
      open: false,
      closed_reason: 'approved',
    })
    await sent('review.closed')
    expect((await merchant.stripe.reviews.list()).data).toEqual([])
    await expect(merchant.stripe.reviews.approve(id)).rejects.toMatchObject({ statusCode: 400 })
  })

  it('close for another reason by the sandbox’s control', async () => {
    const intent = await paid(merchant)
    expect(await report(intent.id, 'review_closed')).toBe(404)
    expect(await report(intent.id, 'review_opened')).toBe(201)
    expect(await report(intent.id, 'review_closed', 'refunded_as_fraud')).toBe(201)
    const opened = await merchant.stripe.paymentIntents.retrieve(intent.id, { expand: ['review'] })
    expect(opened.review).toMatchObject({ open: false, closed_reason: 'refunded_as_fraud' })
  })
})
