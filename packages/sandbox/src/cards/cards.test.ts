import Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PUBLISHABLE_KEY, RETURN_URL, paid, startMerchant, unpaid } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const typesFor = (id: string) =>
  merchant
    .events()
    .filter(({ data: { object } }) => {
      const { id: own, payment_intent: of } = object as { id: string; payment_intent?: string }
      return own === id || of === id
    })
    .map(({ type }) => type)

describe('payment intents', () => {
  it('creates, reads and updates an intent through the SDK', async () => {
    const intent = await unpaid(merchant, { automatic_payment_methods: { enabled: true } })
    expect(intent).toMatchObject({ amount: 2500, currency: 'usd', status: 'requires_payment_method' })
    expect(intent.client_secret).toMatch(new RegExp(`^${intent.id}_secret_\\w+$`))
    expect(intent.lastResponse.requestId).toMatch(/^req_/)

    await merchant.stripe.paymentIntents.update(intent.id, {
      amount: 2600,
      metadata: { transfer_id: '', corridor: 'US-LR' },
    })
    const read = await merchant.stripe.paymentIntents.retrieve(intent.id)
    expect(read).toMatchObject({ amount: 2600, metadata: { corridor: 'US-LR' } })
    expect(read.metadata).not.toHaveProperty('transfer_id')
  })

  it('limits an intent to cards instead of the methods that the account enables', async () => {
    const cards = { allowed_payment_method_types: ['card' as const] }
    expect(await unpaid(merchant, cards)).toMatchObject({
      ...cards,
      payment_method_types: ['card'],
      automatic_payment_methods: null,
    })
    const both = unpaid(merchant, { ...cards, automatic_payment_methods: { enabled: true } })
    await expect(both).rejects.toThrow('only specify one')
    // The parameter's earlier name, which no longer exists.
    const earlier: object = { payment_method_types: ['card'] }
    await expect(unpaid(merchant, earlier)).rejects.toMatchObject({ code: 'parameter_unknown' })
  })

  it('finds an intent by its metadata', async () => {
    const intent = await unpaid(merchant, { metadata: { transfer_id: 'tr_search' } })
    const found = await merchant.stripe.paymentIntents.search({
      query: 'metadata["transfer_id"]:"tr_search"',
    })
    expect(found.data.map(({ id }) => id)).toEqual([intent.id])
  })

  it.each([
    [{ amount: 49 }, 'amount_too_small', 'amount'],
    [{ amount: 100_000_000 }, 'amount_too_large', 'amount'],
    [{ amount: -5 }, 'parameter_invalid_integer', 'amount'],
    [{ amount: 25.5 }, 'parameter_invalid_integer', 'amount'],
    [{ currency: 'ghs' }, undefined, 'currency'],
    [{ currency: '' }, 'parameter_missing', 'currency'],
    [{ colour: 'red' }, 'parameter_unknown', 'colour'],
  ])('refuses an intent with %o', async (more, code, param) => {
    const refused = unpaid(merchant, more as Partial<Stripe.PaymentIntentCreateParams>)
    await expect(refused).rejects.toMatchObject({ type: 'StripeInvalidRequestError', code, param })
  })

  it.each([
    ['usd', 50],
    ['lrd', 10_000],
    ['sle', 2_500],
  ])('creates an intent in %s', async (currency, amount) => {
    expect(await unpaid(merchant, { amount, currency })).toMatchObject({ amount, currency })
  })

  it('cancels an intent once, then refuses to charge or cancel it', async () => {
    const intent = await unpaid(merchant)
    const cancelled = await merchant.stripe.paymentIntents.cancel(intent.id, {
      cancellation_reason: 'abandoned',
    })
    expect(cancelled).toMatchObject({ status: 'canceled', cancellation_reason: 'abandoned' })
    const { status, body } = await merchant.confirm(intent, '4242424242424242')
    expect([status, body.error?.code]).toEqual([400, 'payment_intent_unexpected_state'])
    await expect(merchant.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
      payment_intent: { status: 'canceled' },
    })
    await vi.waitFor(() => expect(typesFor(intent.id)).toContain('payment_intent.canceled'), 60_000)
  })

  it('refuses to cancel or charge a paid intent', async () => {
    const intent = await paid(merchant)
    await expect(merchant.stripe.paymentIntents.cancel(intent.id)).rejects.toMatchObject({
      code: 'payment_intent_unexpected_state',
    })
    const { body } = await merchant.confirm(intent, '4242424242424242')
    expect(body.error?.payment_intent?.status).toBe('succeeded')
  })

  it('authorises a manual capture, then takes only the amount captured', async () => {
    const intent = await unpaid(merchant, { capture_method: 'manual' })
    expect((await merchant.confirm(intent, '4242424242424242')).body.status).toBe('requires_capture')
    await expect(merchant.stripe.refunds.create({ payment_intent: intent.id })).rejects.toThrow(
      /successful charge/,
    )
    const captured = await merchant.stripe.paymentIntents.capture(intent.id, { amount_to_capture: 2000 })
    expect(captured).toMatchObject({ status: 'succeeded', amount_received: 2000, amount_capturable: 0 })
  })

  it('creates and confirms an intent in one call from the server', async () => {
    const intent = await unpaid(merchant, {
      confirm: true,
      payment_method: 'pm_card_visa',
      return_url: RETURN_URL,
      expand: ['latest_charge.balance_transaction'],
    })
    expect(intent).toMatchObject({
      status: 'succeeded',
      latest_charge: { captured: true, balance_transaction: { amount: 2500, type: 'charge' } },
    })
    const withoutReturnUrl = unpaid(merchant, { confirm: true, payment_method: 'pm_card_visa' })
    await expect(withoutReturnUrl).rejects.toThrow(/return_url/)
  })
})

describe('API keys', () => {
  it('lets a browser read and pay its own intent and nothing else', async () => {
    const browser = merchant.clientOf(PUBLISHABLE_KEY)
    const intent = await unpaid(merchant)
    const secret = { client_secret: intent.client_secret ?? '' }
    const seen = await browser.paymentIntents.retrieve(intent.id, secret)
    expect(seen).toMatchObject({ id: intent.id, amount: 2500 })
    expect(seen).not.toHaveProperty('metadata')
    await expect(browser.paymentIntents.retrieve(intent.id)).rejects.toMatchObject({
      code: 'parameter_missing',
    })
    const other = await unpaid(merchant)
    await expect(browser.paymentIntents.retrieve(other.id, secret)).rejects.toMatchObject({
      param: 'client_secret',
    })
    await expect(browser.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      type: 'StripePermissionError',
    })
  })

  it.each(['nonsense', 'sk_live_abc', 'rk_test_abc'])('refuses the key %s', async (key) => {
    await expect(merchant.clientOf(key).balance.retrieve()).rejects.toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
    })
  })

  it('refuses a call without a key', async () => {
    expect((await merchant.call('GET', '/v1/balance')).status).toBe(401)
  })
})

describe('test cards', () => {
  it.each(['4242424242424242', '5555555555554444', '378282246310005'])('charges %s', async (number) => {
    const intent = await unpaid(merchant)
    const { status, body } = await merchant.confirm(intent, number)
    expect([status, body.status]).toEqual([200, 'succeeded'])
    expect(body).not.toHaveProperty('metadata')
    const read = await merchant.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(read).toMatchObject({
      amount_received: 2500,
      latest_charge: {
        paid: true,
        captured: true,
        payment_method_details: { card: { last4: number.slice(-4) } },
      },
    })
    await vi.waitFor(() => expect(typesFor(intent.id)).toContain('payment_intent.succeeded'), 60_000)
  })

  it.each([
    ['4000000000000002', 'card_declined', 'generic_decline'],
    ['4000000000009995', 'card_declined', 'insufficient_funds'],
    ['4000000000009987', 'card_declined', 'lost_card'],
    ['4000000000009979', 'card_declined', 'stolen_card'],
    ['4000000000000069', 'expired_card', undefined],
    ['4000000000000127', 'incorrect_cvc', undefined],
    ['4000000000000119', 'processing_error', undefined],
    ['4000000000000341', 'card_declined', 'generic_decline'],
    ['4000008400001280', 'card_declined', 'authentication_required'],
    ['4000000000000010', 'card_declined', 'test_mode_live_card'],
  ])('declines %s as %s, %s, and accepts another card', async (number, code, declineCode) => {
    const intent = await unpaid(merchant)
    const { status, body } = await merchant.confirm(intent, number)
    expect([status, body.error?.type, body.error?.code, body.error?.decline_code]).toEqual([
      402,
      'card_error',
      code,
      declineCode,
    ])
    expect(body.error?.payment_intent?.status).toBe('requires_payment_method')
    expect(body.error?.payment_intent).not.toHaveProperty('metadata')
    const read = await merchant.stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
    expect(read).toMatchObject({
      status: 'requires_payment_method',
      amount_received: 0,
      last_payment_error: { type: 'card_error', code },
      latest_charge: { status: 'failed', captured: false },
    })
    await vi.waitFor(() => expect(typesFor(intent.id)).toContain('payment_intent.payment_failed'), 60_000)
    expect((await merchant.confirm(intent, '4242424242424242')).body.status).toBe('succeeded')
  })

  it.each([
    ['4242424242424241', {}, 'incorrect_number'],
    ['4242', {}, 'incorrect_number'],
    ['4242424242424242', { 'payment_method_data[card][exp_year]': '2020' }, 'invalid_expiry_year'],
    ['4242424242424242', { 'payment_method_data[card][exp_month]': '13' }, 'invalid_expiry_month'],
    ['4242424242424242', { 'payment_method_data[card][cvc]': '12' }, 'invalid_cvc'],
  ])('refuses %s with %o as invalid: %s', async (number, more, code) => {
    const intent = await unpaid(merchant)
    const { status, body } = await merchant.confirm(intent, number, more)
    expect([status, body.error?.type, body.error?.code]).toEqual([402, 'card_error', code])
    expect((await merchant.stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBeNull()
  })

  it('charges 4000000000000259 and opens a dispute soon after', async () => {
    const intent = await paid(merchant, '4000000000000259')
    expect(intent.status).toBe('succeeded')
    await vi.waitFor(() => expect(typesFor(intent.id)).toContain('charge.dispute.created'), 60_000)
    await expect(merchant.stripe.refunds.create({ payment_intent: intent.id })).rejects.toMatchObject({
      code: 'charge_disputed',
    })
  })

  it('makes the money of 4000000000000077 available at once', async () => {
    const available = async () => {
      const { available: lines } = await merchant.stripe.balance.retrieve()
      return lines.find(({ currency }) => currency === 'usd')?.amount ?? 0
    }
    const before = await available()
    await paid(merchant, '4000000000000077')
    await paid(merchant)
    expect((await available()) - before).toBe(2397)
  })
})

describe('the books and lists', () => {
  it('pages through intents, newest first', async () => {
    const made = [await unpaid(merchant), await unpaid(merchant), await unpaid(merchant)].map(({ id }) => id)
    const first = await merchant.stripe.paymentIntents.list({ limit: 2 })
    expect(first.data.map(({ id }) => id)).toEqual([made[2], made[1]])
    expect(first.has_more).toBe(true)
    const next = await merchant.stripe.paymentIntents.list({ limit: 1, starting_after: made[1] ?? '' })
    expect(next.data[0]?.id).toBe(made[0])
  })

  it('lists every event, including events that no webhook carries', async () => {
    const intent = await paid(merchant)
    const { data } = await merchant.stripe.events.list({ type: 'payment_intent.succeeded', limit: 1 })
    expect(data[0]?.data.object).toMatchObject({ id: intent.id, status: 'succeeded' })
    const event = await merchant.stripe.events.retrieve(data[0]?.id ?? '')
    expect(event.api_version).toBe(Stripe.API_VERSION)
    const created = await merchant.stripe.events.list({ type: 'payment_intent.created', limit: 1 })
    expect(created.data).toHaveLength(1)
    expect(merchant.events().map(({ type }) => type)).not.toContain('payment_intent.created')
  })

  it('shows the captured and refunded amounts in the books', async () => {
    const intent = await paid(merchant)
    await merchant.stripe.refunds.create({ payment_intent: intent.id, amount: 700 })
    const { json } = await merchant.call('GET', '/sandbox/books')
    expect(json.payments).toContainEqual({
      id: intent.id,
      amount: 2500,
      currency: 'USD',
      captured: 2500,
      refunded: 700,
    })
  })

  it('answers unknown objects and paths with Stripe’s errors', async () => {
    await expect(merchant.stripe.paymentIntents.retrieve('pi_none')).rejects.toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    const { status, json } = await merchant.call('GET', '/v1/unicorns')
    expect([status, json.error.type]).toEqual([404, 'invalid_request_error'])
  })
})
