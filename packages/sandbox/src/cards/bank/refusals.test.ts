import type Stripe from 'stripe'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { confirmBank, MANDATE, unpaidDebit } from '../testing/bank.ts'
import { startMerchant, unpaid, type Merchant } from '../testing/merchant.ts'

let merchant: Merchant
beforeAll(async () => {
  merchant = await startMerchant()
})
afterAll(() => merchant.close())

const OPTIONS = 'payment_method_options[us_bank_account]'
const GOOD = {
  amount: '2500',
  currency: 'usd',
  'allowed_payment_method_types[0]': 'us_bank_account',
  [`${OPTIONS}[verification_method]`]: 'instant',
}

/** Creates a payment from a form, in which an empty value leaves a parameter out. */
async function create(form: Record<string, string>, version = '2026-10-28.endive') {
  const given = Object.entries({ ...GOOD, ...form }).filter(([, value]) => value !== '')
  const response = await fetch(`${merchant.url}/v1/payment_intents`, {
    method: 'POST',
    headers: { authorization: 'Bearer sk_test_sandbox', 'stripe-version': version },
    body: new URLSearchParams(given),
  })
  const body = (await response.json()) as Stripe.PaymentIntent & { error?: { param?: string; code?: string } }
  return { status: response.status, body, param: body.error?.param, code: body.error?.code }
}

describe('a payment that takes bank accounts', () => {
  it('names its type under both spellings, by the version', async () => {
    const now = await create({ [`${OPTIONS}[financial_connections][permissions][0]`]: 'payment_method' })
    expect(now.body).toMatchObject({
      allowed_payment_method_types: ['us_bank_account'],
      payment_method_types: ['us_bank_account'],
      payment_method_options: {
        us_bank_account: {
          verification_method: 'instant',
          financial_connections: { permissions: ['payment_method'], prefetch: null },
        },
      },
    })
    const earlier = { 'allowed_payment_method_types[0]': '', 'payment_method_types[0]': 'us_bank_account' }
    const before = await create(earlier, '2026-06-24.dahlia')
    expect(before.body).toMatchObject({
      status: 'requires_payment_method',
      payment_method_types: ['us_bank_account'],
    })
  })

  it.each([
    ['Liberian dollars', { currency: 'lrd', amount: '50000' }, 'currency'],
    ['a later capture', { capture_method: 'manual' }, 'capture_method'],
    ['a manual confirmation', { confirmation_method: 'manual' }, 'confirmation_method'],
    ['a saved account', { setup_future_usage: 'off_session' }, 'setup_future_usage'],
    ['options of cards', { 'payment_method_options[card][moto]': 'true' }, 'payment_method_options[card]'],
    [
      'microdeposits',
      { [`${OPTIONS}[verification_method]`]: 'microdeposits' },
      `${OPTIONS}[verification_method]`,
    ],
    [
      'no verification method',
      { [`${OPTIONS}[verification_method]`]: '' },
      `${OPTIONS}[verification_method]`,
    ],
    [
      'a junk verification',
      { [`${OPTIONS}[verification_method]`]: 'junk' },
      `${OPTIONS}[verification_method]`,
    ],
    ['an unknown option', { [`${OPTIONS}[nope]`]: '1' }, `${OPTIONS}[nope]`],
    [
      'an unknown connection',
      { [`${OPTIONS}[financial_connections][nope]`]: '1' },
      `${OPTIONS}[financial_connections][nope]`,
    ],
    ['a date of its own', { [`${OPTIONS}[target_date]`]: '2026-12-24' }, `${OPTIONS}[target_date]`],
    [
      'permissions without the account itself',
      { [`${OPTIONS}[financial_connections][permissions][0]`]: 'balances' },
      `${OPTIONS}[financial_connections][permissions]`,
    ],
    ['cards as well', { 'allowed_payment_method_types[1]': 'card' }, 'allowed_payment_method_types'],
  ])('refuses %s', async (_what, form, param) => {
    expect(await create(form)).toMatchObject({ status: 400, param })
  })

  it('refuses options of bank accounts on a payment by card, and another currency later', async () => {
    const cards = await create({ 'allowed_payment_method_types[0]': 'card' })
    expect(cards).toMatchObject({ status: 400, param: OPTIONS })
    const intent = await unpaidDebit(merchant)
    await expect(
      merchant.stripe.paymentIntents.update(intent.id, { currency: 'lrd', amount: 50_000 }),
    ).rejects.toMatchObject({ param: 'currency' })
  })

  it('needs the account’s capability', async () => {
    const set = (us_bank_account_ach_payments: string) =>
      merchant.call('PUT', '/sandbox/stripe/account', { us_bank_account_ach_payments })
    await set('pending')
    expect(await create({})).toMatchObject({ status: 400, code: 'payment_intent_invalid_parameter' })
    await set('active')
    expect((await create({})).status).toBe(200)
  })
})

describe('a confirmation', () => {
  const DATA = 'payment_method_data'
  it.each([
    ['without a name', { [`${DATA}[billing_details][name]`]: '' }, 'billing_details[name]'],
    [
      'without a routing number',
      { [`${DATA}[us_bank_account][routing_number]`]: '' },
      'us_bank_account[routing_number]',
    ],
    [
      'with a wrong check digit',
      { [`${DATA}[us_bank_account][routing_number]`]: '110000001' },
      'us_bank_account[routing_number]',
    ],
    [
      'with a real routing number',
      { [`${DATA}[us_bank_account][routing_number]`]: '021000021' },
      'us_bank_account[routing_number]',
    ],
    [
      'with a number that is not for tests',
      { [`${DATA}[us_bank_account][account_number]`]: '000123456780' },
      'us_bank_account[account_number]',
    ],
    ['with an unknown part', { [`${DATA}[us_bank_account][nope]`]: '1' }, `${DATA}[us_bank_account][nope]`],
    [
      'with an unknown kind of account',
      { [`${DATA}[us_bank_account][account_type]`]: 'junk' },
      'account_type',
    ],
    [
      'without a mandate',
      {
        'mandate_data[customer_acceptance][type]': '',
        'mandate_data[customer_acceptance][online][infer_from_client]': '',
      },
      'mandate_data',
    ],
    [
      'with half a mandate',
      { 'mandate_data[customer_acceptance][online][infer_from_client]': '' },
      'mandate_data[customer_acceptance][online]',
    ],
    [
      'with an unknown part of the mandate',
      { 'mandate_data[customer_acceptance][nope]': '1' },
      'mandate_data[customer_acceptance][nope]',
    ],
  ])('is refused %s, and starts nothing', async (_what, form, param) => {
    const intent = await unpaidDebit(merchant)
    const { status, body } = await confirmBank(merchant, intent, '000123456789', form)
    expect([status, body.error?.param]).toEqual([400, param])
    expect((await merchant.stripe.paymentIntents.retrieve(intent.id)).status).toBe('requires_payment_method')
  })

  it('takes no card on a bank debit, and no bank account on a payment by card', async () => {
    const debit = await unpaidDebit(merchant)
    expect((await merchant.confirm(debit, '4242424242424242')).status).toBe(400)
    const card = await unpaid(merchant)
    expect((await confirmBank(merchant, card, '000123456789')).body.error?.param).toBe('payment_method')
    await expect(
      merchant.stripe.paymentIntents.update(card.id, { payment_method: 'pm_usBankAccount_success' }),
    ).rejects.toMatchObject({ param: 'payment_method' })
  })

  it.each([
    ['pm_usBankAccount_success', '6789'],
    ['pm_usBankAccount_accountClosed', '1113'],
    ['pm_usBankAccount_noAccount', '1116'],
    ['pm_usBankAccount_insufficientFunds', '2227'],
    ['pm_usBankAccount_debitNotAuthorized', '3335'],
    ['pm_usBankAccount_invalidCurrency', '4440'],
    ['pm_usBankAccount_weeklyLimitExceeded', '7771'],
    ['pm_usBankAccount_dispute', '5559'],
    ['pm_usBankAccount_processing', '0009'],
  ])('takes the published %s from a server with a mandate', async (method, last4) => {
    const intent = await unpaidDebit(merchant)
    const { paymentIntents } = merchant.stripe
    await expect(paymentIntents.confirm(intent.id, { payment_method: method })).rejects.toMatchObject({
      param: 'mandate_data',
    })
    const started = await paymentIntents.confirm(intent.id, {
      payment_method: method,
      mandate_data: MANDATE,
      expand: ['payment_method'],
    })
    expect(started).toMatchObject({
      status: 'processing',
      payment_method: { us_bank_account: { last4, networks: { supported: ['ach'] } } },
    })
  })

  it('knows no other published name, uses a method once, and saves none', async () => {
    const { paymentIntents, paymentMethods, customers } = merchant.stripe
    const intent = await unpaidDebit(merchant)
    const confirm = (payment_method: string) =>
      paymentIntents.confirm(intent.id, { payment_method, mandate_data: MANDATE })
    await expect(confirm('pm_usBankAccount_failMicrodeposits')).rejects.toMatchObject({ statusCode: 404 })
    const started = await confirm('pm_usBankAccount_success')
    const id = typeof started.payment_method === 'string' ? started.payment_method : ''
    const other = await unpaidDebit(merchant)
    await expect(
      paymentIntents.confirm(other.id, { payment_method: id, mandate_data: MANDATE }),
    ).rejects.toMatchObject({ param: 'payment_method' })
    const fresh = await paymentMethods.create({
      type: 'us_bank_account',
      us_bank_account: { routing_number: '110000000', account_number: '000123456789' },
      billing_details: { name: 'Ama Mensah' },
    })
    const customer = await customers.create({})
    await expect(paymentMethods.attach(fresh.id, { customer: customer.id })).rejects.toMatchObject({
      statusCode: 400,
    })
  })
})
