import { afterAll, beforeAll, expect, it } from 'vitest'
import { paid, startMerchant, unpaid, type Merchant } from './testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const change = (wanted: object) => merchant.call('PUT', '/sandbox/stripe/account', wanted)
const readAccount = () => merchant.stripe.accounts.retrieveCurrent()
async function endpoint() {
  const { data } = await merchant.stripe.webhookEndpoints.list()
  if (data[0] === undefined) throw new Error('The account has no endpoint')
  return data[0]
}
const events = () => merchant.events().map(({ type }) => type)

it('describes an account that Stripe has verified, and its changes', async () => {
  expect(await readAccount()).toMatchObject({
    charges_enabled: true,
    payouts_enabled: true,
    country: 'US',
    default_currency: 'usd',
    capabilities: { card_payments: 'active' },
  })
  await change({ charges_enabled: false, card_payments: 'pending', currently_due: ['company.tax_id'] })
  expect(await readAccount()).toMatchObject({
    charges_enabled: false,
    payouts_enabled: true,
    capabilities: { card_payments: 'pending' },
    requirements: { currently_due: ['company.tax_id'] },
  })
  expect((await change({})).status).toBe(400)
  expect((await change({ colour: 'red' })).status).toBe(400)
})

it('sends an endpoint the events that it has chosen, while it is enabled', async () => {
  const { id, url } = await endpoint()
  expect(url).toBe('http://localhost:3000/webhooks/stripe')
  await merchant.stripe.webhookEndpoints.update(id, { enabled_events: ['payment_intent.canceled'] })
  const cancelled = await unpaid(merchant)
  await paid(merchant)
  await merchant.stripe.paymentIntents.cancel(cancelled.id)
  await expect.poll(events).toEqual(['payment_intent.canceled'])
  await merchant.stripe.webhookEndpoints.update(id, { enabled_events: ['*'], disabled: true })
  await merchant.stripe.customers.create({})
  await merchant.stripe.webhookEndpoints.update(id, { disabled: false })
  await merchant.stripe.customers.create({})
  await expect.poll(events).toEqual(['payment_intent.canceled', 'customer.created'])
  expect(await endpoint()).toMatchObject({ enabled_events: ['*'], status: 'enabled' })
})

it('shows a payment only to its own account’s publishable key', async () => {
  const { id, client_secret: secret } = await unpaid(merchant)
  const read = (key: string) =>
    merchant.clientOf(key).paymentIntents.retrieve(id, { client_secret: secret ?? '' })
  for (const own of ['pk_test_sandbox', 'pk_test_51SesaSandbox0000abcdefgh']) {
    expect(await read(own)).toMatchObject({ id })
  }
  await expect(read('pk_test_51OtherAccount00abcdefgh')).rejects.toMatchObject({
    statusCode: 404,
    code: 'resource_missing',
  })
  const stranger = merchant.clientOf('sk_test_51OtherAccount00abcdefgh')
  await expect(stranger.accounts.retrieveCurrent()).rejects.toMatchObject({ statusCode: 401 })
})
