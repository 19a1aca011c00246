import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { PUBLISHABLE_KEY, RETURN_URL, startMerchant, unpaid } from './testing/merchant.ts'
import type { Merchant } from './testing/merchant.ts'

let merchant: Merchant
let stripe: Stripe
beforeAll(async () => {
  merchant = await startMerchant()
  stripe = merchant.stripe
})
afterAll(() => merchant.close())

/** The card form's parameters when the consent checkbox is ticked. */
const CONSENT = { setup_future_usage: 'on_session', 'payment_method_data[allow_redisplay]': 'always' }

const cardsOf = async (customer: string) => (await stripe.customers.listPaymentMethods(customer)).data

/** Creates a customer who saved a card while paying. */
async function savedCard(number = '4242424242424242') {
  const customer = (await stripe.customers.create()).id
  const intent = await unpaid(merchant, { customer })
  const { body } = await merchant.confirm(intent, number, CONSENT)
  if (body.next_action) {
    const url = new URL(body.next_action.redirect_to_url.url)
    await fetch(merchant.url + url.pathname + url.search, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ attempt: url.searchParams.get('attempt') ?? '', outcome: 'complete' }),
    })
  }
  const [card] = await cardsOf(customer)
  if (!card) throw new Error('No card was saved')
  return { customer, card, intent }
}

/** Pays with a saved card, as the card form does. */
async function payWith(intent: Stripe.PaymentIntent, card: string, more: Record<string, string> = {}) {
  const response = await fetch(`${merchant.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      client_secret: intent.client_secret ?? '',
      return_url: RETURN_URL,
      payment_method: card,
      ...more,
    }),
  })
  const body = (await response.json()) as { status?: string; error?: { message: string } }
  return { code: response.status, status: body.status, message: body.error?.message }
}

const SESSION = {
  payment_element: {
    enabled: true,
    features: {
      payment_method_redisplay: 'enabled',
      payment_method_save: 'enabled',
      payment_method_save_usage: 'on_session',
    },
  },
} as const satisfies Stripe.CustomerSessionCreateParams.Components

async function openForm(intent: Stripe.PaymentIntent, session?: string) {
  const query = new URLSearchParams({
    client_secret: intent.client_secret ?? '',
    ...(session !== undefined && { customer_session_client_secret: session }),
  })
  const response = await fetch(`${merchant.url}/v1/elements/sessions?${query.toString()}`, {
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
  })
  return {
    status: response.status,
    body: (await response.json()) as { methods: { id: string }[]; save: unknown },
  }
}

describe('saving a card', () => {
  it('saves it for the customer once it is charged, and reports it', async () => {
    const { customer, card, intent } = await savedCard()
    expect(card).toMatchObject({ customer, allow_redisplay: 'always', card: { last4: '4242' } })
    const read = await stripe.paymentIntents.retrieve(intent.id, {
      expand: ['latest_charge', 'payment_method'],
    })
    expect(read).toMatchObject({
      customer,
      setup_future_usage: 'on_session',
      latest_charge: { customer },
      payment_method: { id: card.id, customer },
    })
    const { data } = await stripe.events.list({ type: 'payment_method.attached' })
    expect(data[0]?.data.object).toMatchObject({ id: card.id, customer })
  })

  it.each([
    ['without consent', '4242424242424242', {}],
    ['when it is declined', '4000000000000002', CONSENT],
  ])('saves nothing %s', async (_when, number, consent) => {
    const customer = (await stripe.customers.create()).id
    const intent = await unpaid(merchant, { customer })
    await merchant.confirm(intent, number, consent)
    expect(await cardsOf(customer)).toEqual([])
  })

  it('keeps a consent given with a declined card for the next card, which says that it was not asked', async () => {
    const customer = (await stripe.customers.create()).id
    const intent = await unpaid(merchant, { customer })
    await merchant.confirm(intent, '4000000000000002', CONSENT)
    await merchant.confirm(intent, '5555555555554444')
    expect(await cardsOf(customer)).toMatchObject([{ allow_redisplay: 'unspecified' }])
    expect((await stripe.customers.listPaymentMethods(customer, { allow_redisplay: 'always' })).data).toEqual(
      [],
    )
  })
})

describe('paying with a saved card', () => {
  it('needs its security code again where the payment requires it, each token once', async () => {
    const { customer, card } = await savedCard()
    const options = { card: { require_cvc_recollection: true } }
    const intent = await unpaid(merchant, { customer, payment_method_options: options })
    const withToken = (id: string) => ({ 'payment_method_options[card][cvc_token]': id })
    expect(await payWith(intent, card.id)).toMatchObject({
      code: 400,
      message: expect.stringContaining('CVC'),
    })
    const weaker = { 'payment_method_options[card][require_cvc_recollection]': 'false' }
    expect(await payWith(intent, card.id, weaker)).toMatchObject({ code: 400 })
    expect(await payWith(intent, card.id, withToken('cvctok_1none'))).toMatchObject({ code: 404 })
    const { id } = await stripe.tokens.create({ cvc_update: { cvc: '123' } })
    expect(await payWith(intent, card.id, withToken(id))).toMatchObject({ code: 200, status: 'succeeded' })
    const next = await unpaid(merchant, { customer, payment_method_options: options })
    expect(await payWith(next, card.id, withToken(id))).toMatchObject({ code: 400 })
    expect((await merchant.confirm(next, '4242424242424242')).status).toBe(200)
    await expect(stripe.tokens.create({ cvc_update: { cvc: '12' } })).rejects.toMatchObject({
      code: 'invalid_cvc',
    })
  })

  it('needs no card data, and challenges again where the card does', async () => {
    const plain = await savedCard()
    const first = await unpaid(merchant, { customer: plain.customer })
    expect(await payWith(first, plain.card.id)).toMatchObject({ code: 200, status: 'succeeded' })
    const secure = await savedCard('4000000000003220')
    const second = await unpaid(merchant, { customer: secure.customer })
    expect(await payWith(second, secure.card.id)).toMatchObject({ status: 'requires_action' })
  })

  it('is declined once it has expired', async () => {
    const file = join(await mkdtemp(join(tmpdir(), 'sesa-cards-')), 'sandbox.db')
    const today = await startMerchant(file)
    const customer = (await today.stripe.customers.create()).id
    const now = new Date()
    await today.confirm(await unpaid(today, { customer }), '4242424242424242', {
      ...CONSENT,
      'payment_method_data[card][exp_month]': `${now.getUTCMonth() + 1}`,
      'payment_method_data[card][exp_year]': `${now.getUTCFullYear()}`,
    })
    const [card] = (await today.stripe.customers.listPaymentMethods(customer)).data
    await today.close()
    const later = await startMerchant(file, 32 * 86_400_000)
    const intent = await unpaid(later, { customer })
    await expect(
      later.stripe.paymentIntents.confirm(intent.id, {
        payment_method: card?.id ?? '',
        return_url: RETURN_URL,
      }),
    ).rejects.toMatchObject({ code: 'expired_card', message: 'Your card has expired.' })
    expect((await later.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
    await later.close()
  })

  it('is refused for another customer, without a customer, and after the card was detached', async () => {
    const { customer, card } = await savedCard()
    const other = (await stripe.customers.create()).id
    expect((await payWith(await unpaid(merchant, { customer: other }), card.id)).message).toContain(
      'does not have a payment method with the ID',
    )
    expect((await payWith(await unpaid(merchant), card.id)).message).toContain('attached to a customer')
    await stripe.paymentMethods.detach(card.id)
    expect((await payWith(await unpaid(merchant, { customer }), card.id)).message).toContain(
      'was detached from a Customer',
    )
    expect(await cardsOf(customer)).toEqual([])
  })

  it('is refused with a card that paid once and was not saved', async () => {
    const method = await stripe.paymentMethods.create({
      type: 'card',
      card: { number: '4242424242424242', exp_month: 12, exp_year: 2040, cvc: '123' },
    })
    expect((await payWith(await unpaid(merchant), method.id)).status).toBe('succeeded')
    const again = await payWith(await unpaid(merchant), method.id)
    expect([again.code, again.message]).toEqual([400, expect.stringContaining('previously used')])
    const customer = (await stripe.customers.create()).id
    await expect(stripe.paymentMethods.attach(method.id, { customer })).rejects.toThrow('previously used')
  })
})

describe('customers', () => {
  it('show only their own cards, and detach them when they are deleted', async () => {
    const { customer, card } = await savedCard()
    const other = (await stripe.customers.create()).id
    expect(await stripe.customers.retrievePaymentMethod(customer, card.id)).toMatchObject({ id: card.id })
    await expect(stripe.customers.retrievePaymentMethod(other, card.id)).rejects.toMatchObject({
      code: 'resource_missing',
      statusCode: 404,
    })
    expect(await stripe.customers.del(customer)).toMatchObject({ id: customer, deleted: true })
    expect(await stripe.customers.retrieve(customer)).toMatchObject({ deleted: true })
    await expect(stripe.customers.listPaymentMethods(customer)).rejects.toMatchObject({ statusCode: 404 })
    await expect(unpaid(merchant, { customer })).rejects.toMatchObject({
      code: 'resource_missing',
      param: 'customer',
      statusCode: 400,
    })
    expect(await stripe.paymentMethods.retrieve(card.id)).toMatchObject({ customer: null })
    await expect(stripe.paymentMethods.detach(card.id)).rejects.toThrow('not attached')
  })

  it('are created once per idempotency key, for 24 hours', async () => {
    const key = { idempotencyKey: 'customer-u_91' }
    const made = await Promise.all([stripe.customers.create({}, key), stripe.customers.create({}, key)])
    expect(new Set(made.map(({ id }) => id)).size).toBe(1)
    await expect(stripe.customers.create({ name: 'Ama' }, key)).rejects.toMatchObject({
      type: 'StripeIdempotencyError',
    })
    merchant.skip(24 * 3_600_000 + 1_000)
    expect((await stripe.customers.create({}, key)).id).not.toBe(made[0].id)
  })

  it.each([
    [{ colour: 'red' }, 'parameter_unknown'],
    [{ metadata: { ['x'.repeat(41)]: 'y' } }, undefined],
  ])('refuse %o', async (params, code) => {
    await expect(stripe.customers.create(params as never)).rejects.toMatchObject({ code, statusCode: 400 })
  })
})

describe('customer sessions', () => {
  it('show the card form the saved cards, once', async () => {
    const { customer, card } = await savedCard()
    const intent = await unpaid(merchant, { customer })
    const { client_secret } = await stripe.customerSessions.create({ customer, components: SESSION })
    expect(await openForm(intent, client_secret)).toMatchObject({
      status: 200,
      body: { methods: [{ id: card.id }], save: 'on_session' },
    })
    expect((await openForm(intent, client_secret)).status).toBe(400)
    expect(await openForm(intent)).toMatchObject({ status: 200, body: { methods: [], save: null } })
  })

  it('are of no use for another customer’s payment, and after half an hour', async () => {
    const { customer } = await savedCard()
    const other = (await stripe.customers.create()).id
    const { client_secret } = await stripe.customerSessions.create({ customer, components: SESSION })
    expect((await openForm(await unpaid(merchant, { customer: other }), client_secret)).status).toBe(400)
    const late = await stripe.customerSessions.create({ customer, components: SESSION })
    merchant.skip(31 * 60_000)
    expect((await openForm(await unpaid(merchant, { customer }), late.client_secret)).status).toBe(400)
  })

  it('disable saving and showing unless asked, and say how a card would be used', async () => {
    const { customer } = await savedCard()
    const plain = await stripe.customerSessions.create({
      customer,
      components: { payment_element: { enabled: true } },
    })
    expect(plain.components?.payment_element.features).toMatchObject({
      payment_method_save: 'disabled',
      payment_method_redisplay: 'disabled',
      payment_method_remove: 'disabled',
      payment_method_redisplay_limit: 3,
      payment_method_allow_redisplay_filters: ['always'],
    })
    const features = { payment_method_save: 'enabled' }
    await expect(
      stripe.customerSessions.create({
        customer,
        components: { payment_element: { enabled: true, features } },
      }),
    ).rejects.toThrow('payment_method_save_usage')
  })
})

it('charges a wallet’s card and names the wallet', async () => {
  const intent = await unpaid(merchant)
  const response = await fetch(`${merchant.url}/v1/payment_intents/${intent.id}/confirm`, {
    method: 'POST',
    headers: { authorization: `Bearer ${PUBLISHABLE_KEY}` },
    body: new URLSearchParams({
      client_secret: intent.client_secret ?? '',
      'payment_method_data[type]': 'card',
      'payment_method_data[card][token]': 'tok_sandbox_google_pay',
    }),
  })
  expect(response.status).toBe(200)
  const read = await stripe.paymentIntents.retrieve(intent.id, { expand: ['latest_charge'] })
  expect(read.latest_charge).toMatchObject({
    payment_method_details: { card: { brand: 'visa', last4: '4242', wallet: { type: 'google_pay' } } },
  })
  await vi.waitFor(
    () => expect(merchant.events().map(({ type }) => type)).toContain('payment_intent.succeeded'),
    60_000,
  )
})
