import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant, unpaid } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterEach(() => merchant.call('DELETE', '/sandbox/faults'))
afterAll(() => merchant.close())

const DAY = 24 * 3_600_000
const key = (idempotencyKey: string) => ({ idempotencyKey })
const order = { amount: 2500, currency: 'usd' }
const booked = async () => {
  const { json } = await merchant.call('GET', '/sandbox/books')
  return (json.payments as unknown[]).length
}

describe('idempotency keys', () => {
  it('repeats the first answer for the same key and marks it as replayed', async () => {
    const first = await merchant.stripe.paymentIntents.create(order, key('once'))
    const before = await booked()
    const second = await merchant.stripe.paymentIntents.create(order, key('once'))
    expect(second.id).toBe(first.id)
    expect(second.lastResponse.headers['idempotent-replayed']).toBe('true')
    expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId)
    expect(first.lastResponse.headers).not.toHaveProperty('idempotent-replayed')
    expect(await booked()).toBe(before)
  })

  it('refuses a used key with other parameters', async () => {
    await merchant.stripe.paymentIntents.create(order, key('other'))
    const other = merchant.stripe.paymentIntents.create({ ...order, amount: 2600 }, key('other'))
    await expect(other).rejects.toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 })
  })

  it('frees the key of a call that failed validation', async () => {
    await expect(merchant.stripe.paymentIntents.create({ ...order, amount: 1 }, key('bad'))).rejects.toThrow()
    expect(await merchant.stripe.paymentIntents.create(order, key('bad'))).toMatchObject({ amount: 2500 })
  })

  it('repeats a decline under the same key', async () => {
    const intent = await unpaid(merchant)
    const confirm = () =>
      merchant.stripe.paymentIntents.confirm(
        intent.id,
        { payment_method: 'pm_card_visa_chargeDeclined', return_url: 'http://shop.test/' },
        key('declined'),
      )
    await expect(confirm()).rejects.toMatchObject({ type: 'StripeCardError', statusCode: 402 })
    await expect(confirm()).rejects.toMatchObject({ type: 'StripeCardError' })
    const { data } = await merchant.stripe.charges.list({ payment_intent: intent.id })
    expect(data).toHaveLength(1)
  })

  it('forgets a key after 24 hours and makes a new refund', async () => {
    const intent = await paid(merchant)
    const refund = () =>
      merchant.stripe.refunds.create({ payment_intent: intent.id, amount: 100 }, key('aged'))
    const first = await refund()
    expect((await refund()).id).toBe(first.id)
    merchant.skip(DAY + 1000)
    expect((await refund()).id).not.toBe(first.id)
  })
})

describe('faults', () => {
  it('times out before the effect', async () => {
    await merchant.setFault({ target: 'card', mode: 'time_out_before', count: 1 })
    const before = await booked()
    const impatient = merchant.clientOf('sk_test_sandbox', 0, 500)
    await expect(impatient.paymentIntents.create(order)).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    expect(await booked()).toBe(before)
  })

  it('times out after the effect, and a retry under the same key finds it done', async () => {
    const intent = await paid(merchant)
    await merchant.setFault({ target: 'card', mode: 'time_out_after', count: 1 })
    const impatient = merchant.clientOf('sk_test_sandbox', 0, 500)
    const refund = { payment_intent: intent.id }
    await expect(impatient.refunds.create(refund, key('lost answer'))).rejects.toMatchObject({
      type: 'StripeConnectionError',
    })
    const again = await merchant.stripe.refunds.create(refund, key('lost answer'))
    expect(again).toMatchObject({ amount: 2500, status: 'succeeded' })
    expect((await merchant.stripe.refunds.list({ payment_intent: intent.id })).data).toHaveLength(1)
  })

  it('answers 500 before the effect and repeats it under the key, as Stripe does', async () => {
    await merchant.setFault({ target: 'card', mode: 'error_500', count: 1 })
    const before = await booked()
    const create = () => merchant.stripe.paymentIntents.create(order, key('broken'))
    await expect(create()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    await expect(create()).rejects.toMatchObject({ type: 'StripeAPIError', statusCode: 500 })
    expect(await booked()).toBe(before)
  })

  it('spares calls from a browser', async () => {
    const intent = await unpaid(merchant)
    await merchant.setFault({ target: 'card', mode: 'error_500', count: 1 })
    expect((await merchant.confirm(intent, '4242424242424242')).status).toBe(200)
  })
})

describe('webhooks', () => {
  it('repeats a webhook until the product accepts it', async () => {
    const before = merchant.events().length
    merchant.hooks.answers.push(500, 500)
    const intent = await paid(merchant)
    await vi.waitFor(() => {
      const mine = merchant
        .events()
        .slice(before)
        .filter(({ data: { object } }) => (object as { id: string }).id === intent.id)
      expect(mine.length).toBeGreaterThanOrEqual(3)
      expect(new Set(mine.map(({ id }) => id)).size).toBe(1)
    }, 60_000)
  })
})

describe('a restart', () => {
  it('keeps the books, the keys and pending events across a restart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'sesa-cards-'))
    const file = join(folder, 'books.sqlite')
    const before = await startMerchant(file)
    const intent = await paid(before, '4000000000005126')
    const refund = await before.stripe.refunds.create({ payment_intent: intent.id }, key('kept'))
    await before.close()

    const after = await startMerchant(file)
    try {
      expect((await after.stripe.paymentIntents.retrieve(intent.id)).status).toBe('succeeded')
      const replay = await after.stripe.refunds.create({ payment_intent: intent.id }, key('kept'))
      expect(replay.id).toBe(refund.id)
      after.skip(3_000)
      await vi.waitFor(async () => {
        expect((await after.stripe.refunds.retrieve(refund.id)).status).toBe('failed')
      }, 60_000)
      await vi.waitFor(
        () => expect(after.events().map(({ type }) => type)).toContain('refund.failed'),
        60_000,
      )
    } finally {
      await after.close()
      await rm(folder, { recursive: true })
    }
  })
})
