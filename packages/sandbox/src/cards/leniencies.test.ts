import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { paid, startMerchant, type Merchant } from './testing/merchant.ts'

let merchant: Merchant
let refused = 0
beforeAll(async () => {
  merchant = await startMerchant()
  const { stripe } = merchant
  ids.set('intent', (await paid(merchant)).id)
  ids.set('customer', (await stripe.customers.create({})).id)
  const [endpoint] = (await stripe.webhookEndpoints.list()).data
  ids.set('endpoint', endpoint?.id ?? '')
  const disputed = await paid(merchant, '4000000000000259')
  merchant.skip(120_000)
  await vi.waitFor(
    async () => {
      const [dispute] = (await stripe.disputes.list({ payment_intent: disputed.id })).data
      ids.set('dispute', dispute?.id ?? '')
      expect(ids.get('dispute')).not.toBe('')
    },
    { timeout: 60_000 },
  )
})
afterAll(() => merchant.close())

/** Sends a form to the API as the merchant's server, with an API version. */
async function post(path: string, form: Record<string, string>, version = '2026-10-28.endive') {
  const body = new URLSearchParams(form)
  return answerOf(path, { method: 'POST', headers: { 'stripe-version': version }, body })
}

const get = (path: string, query: Record<string, string>) =>
  answerOf(`${path}?${new URLSearchParams(query).toString()}`, {})

async function answerOf(path: string, init: RequestInit) {
  const headers = { authorization: 'Bearer sk_test_sandbox', ...init.headers }
  const response = await fetch(`${merchant.url}/v1/${path}`, { ...init, headers })
  const { error } = (await response.json()) as { error?: Record<string, string> }
  return { status: response.status, code: error?.['code'], param: error?.['param'] }
}

const UNKNOWN = 'parameter_unknown'
const CARD = 'payment_method_options[card]'
const DATA = 'payment_method_data'
const wrong = (param: string, value: string, code?: string) => ({ form: { [param]: value }, param, code })

/** Returns a hash in the place of a text. */
const hashFor = (param: string) => ({ form: { [`${param}[nope]`]: '1' }, param, code: undefined })

/** Payments that Stripe refuses: the difference from a valid payment of USD 25.00, and the error that names it. */
const REFUSED = [
  ['an unknown nested option of cards', wrong(`${CARD}[nope]`, '1', UNKNOWN)],
  ['options of a method that there is none of', wrong('payment_method_options[nope]', '1', UNKNOWN)],
  ['an unknown part of the shipping', wrong('shipping[foo]', '1', UNKNOWN)],
  ['an unknown part of a shipping address', wrong('shipping[address][foo]', '1', UNKNOWN)],
  ['an unknown Radar option', wrong('radar_options[x]', '1', UNKNOWN)],
  ['an unknown part of a mandate', wrong('mandate_data[foo]', '1', UNKNOWN)],
  ['an unknown automatic option', wrong('automatic_payment_methods[foo]', '1', UNKNOWN)],
  ['an unknown way to request 3-D Secure', wrong(`${CARD}[request_three_d_secure]`, 'junk')],
  ['an unknown future usage', wrong('setup_future_usage', 'junk')],
  ['an unknown confirmation method', wrong('confirmation_method', 'junk')],
  ['an unknown capture method', wrong('capture_method', 'junk')],
  ['a junk use_stripe_sdk', wrong('use_stripe_sdk', 'junk')],
  ['an invalid receipt address', wrong('receipt_email', 'junk', 'email_invalid')],
  ['a whole statement descriptor', wrong('statement_descriptor', 'SESA')],
  ['a suffix of 23 characters', wrong('statement_descriptor_suffix', 'x'.repeat(23))],
  ['a description of 1,001 characters', wrong('description', 'x'.repeat(1_001))],
  ['USD 0.49', wrong('amount', '49', 'amount_too_small')],
  ['LRD 0.50', { form: { amount: '50', currency: 'lrd' }, param: 'amount', code: 'amount_too_small' }],
  ['SLE 0.50', { form: { amount: '50', currency: 'sle' }, param: 'amount', code: 'amount_too_small' }],
  [
    'LRD worth 50 cents at the mid-market rate, but less at Stripe’s',
    { form: { amount: '8700', currency: 'lrd' }, param: 'amount', code: 'amount_too_small' },
  ],
  [
    'a method that is not enabled',
    {
      form: { 'allowed_payment_method_types[0]': 'sepa_debit' },
      param: 'allowed_payment_method_types',
      code: 'payment_intent_invalid_parameter',
    },
  ],
  [
    'cards and bank accounts at once, which the sandbox does not play',
    {
      form: {
        'allowed_payment_method_types[0]': 'card',
        'allowed_payment_method_types[1]': 'us_bank_account',
      },
      param: 'allowed_payment_method_types',
      code: 'payment_intent_invalid_parameter',
    },
  ],
] as const

/** Confirmations and updates that Stripe refuses. */
const REFUSED_LATER = [
  ['confirm', wrong(`${CARD}[nope]`, '1', UNKNOWN)],
  ['confirm', wrong(`${DATA}[foo]`, '1', UNKNOWN)],
  ['confirm', wrong(`${DATA}[billing_details][foo]`, '1', UNKNOWN)],
  ['confirm', wrong(`${DATA}[billing_details][address][foo]`, '1', UNKNOWN)],
  ['confirm', wrong(`${DATA}[card][foo]`, '1', UNKNOWN)],
  ['confirm', wrong('use_stripe_sdk', 'junk')],
  ['confirm', wrong('receipt_email', 'junk', 'email_invalid')],
  ['update', wrong('statement_descriptor', 'SESA')],
  ['update', wrong('statement_descriptor_suffix', 'x'.repeat(23))],
  ['update', wrong('description', 'x'.repeat(1_001))],
  ['update', wrong('amount', '49', 'amount_too_small')],
  ['update', wrong(`${CARD}[nope]`, '1', UNKNOWN)],
] as const

const JUNK = 'parameter_invalid_integer'
const FEATURES = 'components[payment_element][features]'

/** Requests about refunds, customers, disputes and sessions that Stripe refuses. `:x` is the id of an object of this kind. */
const REFUSED_OTHERS = [
  ['refunds', { payment_intent: ':intent' }, wrong('nope', '1', UNKNOWN)],
  ['refunds', { payment_intent: ':intent' }, hashFor('amount')],
  ['refunds', { payment_intent: ':intent' }, hashFor('metadata[a]')],
  ['refunds', { payment_intent: ':intent' }, wrong('reason', 'junk')],
  ['refunds', { payment_intent: ':intent' }, wrong('amount', 'junk', JUNK)],
  ['refunds', { payment_intent: ':intent' }, wrong('instructions_email', 'junk', 'email_invalid')],
  ['customers', {}, wrong('nope', '1', UNKNOWN)],
  ['customers', {}, hashFor('metadata[a]')],
  ['customers', {}, wrong('email', 'junk', 'email_invalid')],
  ['customers', {}, wrong('email', `${'x'.repeat(512)}@example.com`)],
  ['customers', {}, wrong('name', 'x'.repeat(151))],
  ['customers', {}, hashFor('name')],
  ['disputes/:dispute', {}, wrong('nope', '1', UNKNOWN)],
  ['disputes/:dispute', {}, wrong('evidence[nope]', '1', UNKNOWN)],
  ['disputes/:dispute', {}, wrong('submit', 'junk')],
  ['disputes/:dispute', {}, hashFor('metadata[a]')],
  ['customer_sessions', { customer: ':customer' }, wrong('components[nope]', 'true', UNKNOWN)],
  [
    'customer_sessions',
    { customer: ':customer' },
    wrong('components[payment_element][nope]', 'true', UNKNOWN),
  ],
  [
    'customer_sessions',
    { customer: ':customer', 'components[payment_element][enabled]': 'true' },
    wrong(`${FEATURES}[nope]`, '1', UNKNOWN),
  ],
  [
    'customer_sessions',
    { customer: ':customer', 'components[payment_element][enabled]': 'true' },
    wrong(`${FEATURES}[payment_method_redisplay]`, 'junk'),
  ],
  [
    'customer_sessions',
    { customer: ':customer', 'components[payment_element][enabled]': 'true' },
    wrong(`${FEATURES}[payment_method_redisplay_limit]`, '11'),
  ],
  ['webhook_endpoints/:endpoint', {}, wrong('nope', '1', UNKNOWN)],
  ['webhook_endpoints/:endpoint', {}, wrong('disabled', 'junk')],
  ['webhook_endpoints/:endpoint', {}, wrong('url', 'junk', 'url_invalid')],
] as const

/** The lists, and whether they can be filtered by time. */
const LISTS = [
  ['payment_intents', true],
  ['charges', true],
  ['refunds', true],
  ['disputes', true],
  ['events', true],
  ['balance_transactions', true],
  ['reviews', true],
  ['radar/early_fraud_warnings', true],
  ['webhook_endpoints', false],
  ['customers/:customer/payment_methods', false],
] as const
/** Queries that Stripe refuses in each list. */
const REFUSED_QUERIES = [
  wrong('nope', '1', UNKNOWN),
  wrong('limit', '101'),
  wrong('limit', 'junk', JUNK),
  hashFor('limit'),
]
const REFUSED_TIMES = [
  wrong('created[nope]', '1', UNKNOWN),
  wrong('created[gte]', 'junk', JUNK),
  wrong('created', 'junk', JUNK),
]
const REFUSED_LISTS = LISTS.flatMap(([path, byTime]) =>
  [...REFUSED_QUERIES, ...(byTime ? REFUSED_TIMES : [wrong('created', '1', UNKNOWN)])].map(
    (query) => [path, query] as const,
  ),
)

const VERSIONS = ['2031-01-01.zzz', '2025-01-01.preview', '2026-10-28', '2026-10-29.endive', 'junk'] as const
const ALL =
  REFUSED.length + REFUSED_LATER.length + REFUSED_OTHERS.length + REFUSED_LISTS.length + VERSIONS.length

/** An object of each kind that the requests name. */
const ids = new Map<string, string>()
const named = (text: string) =>
  text.replace(/:([a-z]+)$|:([a-z]+)(?=\/)/, (_all, a, b) => ids.get(a ?? b) ?? '')

describe('Stripe’s refusals', () => {
  afterAll(() => console.log(`${ALL - refused} of ${ALL} leniencies left`))

  it.each(REFUSED)('refuses a payment with %s', async (_what, { form, param, code }) => {
    const answer = await post('payment_intents', { amount: '2500', currency: 'usd', ...form })
    expect(answer).toEqual({ status: 400, code, param })
    refused += 1
  })

  it.each(REFUSED_LATER)('refuses to %s a payment with %o', async (call, { form, param, code }) => {
    const intent = await merchant.stripe.paymentIntents.create({ amount: 2_500, currency: 'usd' })
    const method =
      param.startsWith(DATA) && call === 'confirm'
        ? { [`${DATA}[type]`]: 'card', [`${DATA}[card][number]`]: '4242424242424242' }
        : {}
    const path = `payment_intents/${intent.id}${call === 'confirm' ? '/confirm' : ''}`
    const back = call === 'confirm' ? { return_url: 'http://shop.test/' } : {}
    expect(await post(path, { ...back, ...method, ...form })).toEqual({ status: 400, code, param })
    refused += 1
  })

  it.each(REFUSED_OTHERS)(
    'refuses at %s, in addition to %o, %o',
    async (path, good, { form, param, code }) => {
      const whole = Object.entries({ ...good, ...form }).map(([name, value]) => [name, named(value)])
      expect(await post(named(path), Object.fromEntries(whole) as Record<string, string>)).toEqual({
        status: 400,
        code,
        param,
      })
      refused += 1
    },
  )

  it.each(REFUSED_LISTS)('refuses at GET %s %o', async (path, { form, param, code }) => {
    expect(await get(named(path), form)).toEqual({ status: 400, code, param })
    refused += 1
  })

  it.each(VERSIONS)('refuses the version %s, also with account funding', async (version) => {
    const payment = {
      amount: '2500',
      currency: 'usd',
      'payment_details[money_services][transaction_type]': 'account_funding',
    }
    expect(await post('payment_intents', payment, version)).toMatchObject({ status: 400 })
    refused += 1
  })
})

it('accepts the parameters of refunds, customers and lists with good values', async () => {
  const { stripe } = merchant
  const intent = await paid(merchant)
  const refund = await stripe.refunds.create({
    payment_intent: intent.id,
    amount: 100,
    reason: 'requested_by_customer',
    metadata: { transfer_id: 't_1' },
    instructions_email: 'ama@example.com',
  })
  const created = { gte: refund.created, lt: refund.created + 60 }
  const found = await stripe.refunds.list({ payment_intent: intent.id, created, limit: 100 })
  expect(found.data.map(({ id }) => id)).toEqual([refund.id])
  expect((await stripe.refunds.list({ charge: 'ch_none', created: refund.created })).data).toEqual([])
  const customer = await stripe.customers.create({
    name: 'x'.repeat(150),
    email: 'ama@example.com',
    metadata: { account_id: 'u_1' },
  })
  expect(customer).toMatchObject({ email: 'ama@example.com', metadata: { account_id: 'u_1' } })
  const cards = { type: 'card', allow_redisplay: 'always', limit: 10 } as const
  expect((await stripe.customers.listPaymentMethods(customer.id, cards)).data).toEqual([])
})

it('accepts each of these parameters with a good value', async () => {
  const { stripe } = merchant
  const intent = await stripe.paymentIntents.create({
    amount: 9_000,
    currency: 'lrd',
    allowed_payment_method_types: ['card'],
    payment_method_options: { card: { request_three_d_secure: 'any' } },
    confirmation_method: 'automatic',
    receipt_email: 'ama@example.com',
    statement_descriptor_suffix: 'S-7K2M9P4Q',
    description: 'x'.repeat(1_000),
    shipping: { name: 'Ama Mensah', address: { line1: '12 Broad Street' } },
    radar_options: { session: 'rse_1' },
  })
  expect(intent).toMatchObject({ receipt_email: 'ama@example.com', description: 'x'.repeat(1_000) })
  await merchant.confirm(intent, '4242424242424242')
  const { data } = await stripe.charges.list({ payment_intent: intent.id })
  expect(data[0]).toMatchObject({
    statement_descriptor_suffix: 'S-7K2M9P4Q',
    calculated_statement_descriptor: 'SESA* S-7K2M9P4Q',
  })
})

it('lets only the server confirm a payment whose confirmation is manual', async () => {
  const intent = await merchant.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    confirmation_method: 'manual',
  })
  expect((await merchant.confirm(intent, '4242424242424242')).status).toBe(400)
})

it.each([
  ['automatic', 'succeeded'],
  ['any', 'requires_action'],
  ['challenge', 'requires_action'],
] as const)('with %s, a card that supports 3-D Secure leaves a payment at %s', async (wanted, status) => {
  const intent = await merchant.stripe.paymentIntents.create({
    amount: 2_500,
    currency: 'usd',
    payment_method_options: { card: { request_three_d_secure: wanted } },
  })
  expect((await merchant.confirm(intent, '4000000000003055')).body.status).toBe(status)
  expect((await paid(merchant, '4000000000003055')).status).toBe('succeeded')
})
