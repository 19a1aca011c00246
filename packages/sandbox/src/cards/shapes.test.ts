import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { debited } from './testing/bank.ts'
import { FIXTURE_KEYS } from './testing/fixture-keys.ts'
import { paid, startMerchant, unpaid, type Merchant } from './testing/merchant.ts'
import { readStripeTypes, type StripeTypes } from './testing/stripe-types.ts'

type Wire = Record<string, unknown> & { object: string }

let merchant: Merchant
let types: StripeTypes
/** Everything that the network answered, in wire format. */
const objects: Wire[] = []

async function read(path: string): Promise<void> {
  const response = await fetch(`${merchant.url}/v1${path}`, {
    headers: { authorization: 'Bearer sk_test_sandbox' },
  })
  const body = (await response.json()) as Wire
  expect([path, response.status]).toEqual([path, 200])
  if (body.object !== 'list') objects.push(body)
  else {
    expect(Object.keys(body).sort()).toEqual(['data', 'has_more', 'object', 'url'])
    objects.push(...(body['data'] as Wire[]))
  }
}

beforeAll(async () => {
  types = readStripeTypes()
  merchant = await startMerchant()
  const { stripe } = merchant
  await unpaid(merchant, { automatic_payment_methods: { enabled: true } })
  const good = await paid(merchant)
  await stripe.refunds.create({ payment_intent: good.id, amount: 100, reason: 'requested_by_customer' })
  const late = await paid(merchant, '4000000000005126')
  await stripe.refunds.create({ payment_intent: late.id })
  const slow = await paid(merchant, '4000000000007726')
  await stripe.refunds.create({ payment_intent: slow.id })
  await paid(merchant, '4000000000000002')
  await paid(merchant, '4000000000003220')
  await stripe.paymentIntents.cancel((await unpaid(merchant)).id)
  await unpaid(merchant, { capture_method: 'manual' })
  await paid(merchant, '4000000000009235')
  await paid(merchant, '4000000000005423')
  const disputed = await paid(merchant, '4000000000000259')
  const debit = await debited(merchant, '000123456789')
  await debited(merchant, '000000000009')
  const failed = await debited(merchant, '000222222227')
  await merchant.call('POST', `/sandbox/bank-debits/${debit.id}`, { outcome: 'succeed' })
  await merchant.call('POST', `/sandbox/bank-debits/${failed.id}`, { outcome: 'fail' })
  await stripe.refunds.create({ payment_intent: debit.id, amount: 100 })
  await merchant.call('POST', `/sandbox/bank-debits/${debit.id}`, { outcome: 'return' })
  merchant.skip(120_000)
  await vi.waitFor(
    async () => expect((await stripe.disputes.list({ payment_intent: disputed.id })).data).toHaveLength(1),
    { timeout: 60_000 },
  )
  await vi.waitFor(async () => expect((await stripe.radar.earlyFraudWarnings.list()).data).toHaveLength(1), {
    timeout: 60_000,
  })
  const lists = [
    'payment_intents',
    'charges',
    'refunds',
    'disputes',
    'events',
    'balance_transactions',
    'reviews',
    'webhook_endpoints',
  ]
  for (const list of lists) await read(`/${list}?limit=100`)
  await read('/radar/early_fraud_warnings')
  const customer = await stripe.customers.create({ metadata: { account_id: 'u_1' } })
  await read(`/customers/${customer.id}`)
  const session = await stripe.customerSessions.create({
    customer: customer.id,
    components: { payment_element: { enabled: true, features: { payment_method_redisplay: 'enabled' } } },
  })
  // Omits a property that the SDK adds to answers.
  objects.push(JSON.parse(JSON.stringify(session)) as Wire)
  await read('/balance')
  await read('/account')
  await read(`/payment_methods/${typeof good.payment_method === 'string' ? good.payment_method : ''}`)
  await read(`/payment_intents/${good.id}?expand[]=latest_charge`)
  await read(`/payment_intents/${debit.id}?expand[]=latest_charge&expand[]=payment_method`)
})
afterAll(() => merchant.close())

it('answers with the keys and values of the SDK’s types', () => {
  const seen = new Set(objects.map(({ object }) => object))
  expect([...seen].sort()).toEqual([...types.kinds].sort())
  const problems = objects.flatMap((one) => types.problemsOf(one.object, one))
  expect(problems).toEqual([])
  console.log(`${objects.length} objects of ${seen.size} kinds held against the SDK’s types`)
})

it('reports an unknown key, a missing key and a value of the wrong type', () => {
  const refund = objects.find(({ object }) => object === 'refund')
  const { reason: _, ...without } = refund ?? { object: 'refund', reason: null }
  expect(types.problemsOf('refund', without)).toEqual(['refund.reason is missing'])
  expect(types.problemsOf('refund', { ...refund, colour: 'red' })).toEqual(['refund.colour is unknown'])
  expect(types.problemsOf('refund', { ...refund, amount: '5' })).toEqual(['refund.amount is "5"'])
})

it.each(Object.entries(FIXTURE_KEYS))(
  'gives a %s every key of Stripe’s fixture that the SDK still requires',
  (kind, keys) => {
    const all = objects.filter(({ object }) => object === kind)
    expect(all.length).toBeGreaterThan(0)
    const wanted = keys.filter((key) => types.keyOf(kind, key) === 'required')
    expect(wanted.length).toBeGreaterThan(3)
    for (const one of all) expect(Object.keys(one)).toEqual(expect.arrayContaining(wanted))
  },
)
