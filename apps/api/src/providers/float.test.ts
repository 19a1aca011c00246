import { money } from '@sesa/money'
import { describe, expect, test } from 'vitest'
import { createMomoFloat } from './mtn-momo/account.ts'
import { createMonimeFloat } from './monime/float.ts'
import { createPawapayFloat } from './pawapay/float.ts'
import { createStripeBalance } from './stripe/balance.ts'
import { answering } from './testing/answering.ts'
import { useSandbox } from './testing/sandbox.ts'

const sandbox = useSandbox()

const pawapay = (ask: typeof fetch = fetch) =>
  createPawapayFloat({ baseUrl: `${sandbox.url}/sandbox/pawapay`, token: 'token' }, ask)()
const momo = (targetEnvironment = 'mtnghana', ask: typeof fetch = fetch) =>
  createMomoFloat(
    {
      baseUrl: `${sandbox.url}/sandbox/mtn-momo`,
      product: 'remittance',
      subscriptionKey: 'sandbox',
      apiUser: '00000000-0000-4000-8000-000000000001',
      apiKey: 'sandbox',
      targetEnvironment,
      country: 'GH',
      currency: 'GHS',
    },
    ask,
  )()
const monime = (ask: typeof fetch) =>
  createMonimeFloat({ baseUrl: 'http://monime.example', token: 'token', spaceId: 'spc-1' }, ask)()
const stripe = (ask: typeof fetch = fetch) =>
  createStripeBalance({ secretKey: 'sk_test_1', webhookSecret: 'whsec_1', baseUrl: sandbox.url }, ask)()

const wallet = (country: string, currency: string, balance: string, provider = '') => ({
  country,
  currency,
  balance,
  provider,
})

describe('the balance at pawaPay', () => {
  test('has a wallet per country, with the balance that was set in the sandbox', async () => {
    const set = { carrier: 'pawapay', of: 'GHA', balance: '12.50' }
    const reply = await sandbox.app.inject({ method: 'POST', url: '/sandbox/floats', payload: set })
    expect(reply.statusCode).toBe(201)
    const balances = (await pawapay()) ?? []
    expect(balances.map(({ country }) => country).toSorted()).toEqual(['GH', 'LR', 'SL'])
    expect(balances).toContainEqual({ country: 'GH', balance: money(1_250n, 'GHS') })
  })

  test.each([
    [
      'a country that is none of ours',
      [wallet('ZMB', 'ZMW', '5'), wallet('SLE', 'SLE', '1.5')],
      [['SL', 150n]],
    ],
    ['the old leone', [wallet('SLE', 'SLL', '5')], []],
    ['an amount that cannot be read', [wallet('GHA', 'GHS', 'much')], []],
    [
      'wallets per provider',
      [wallet('GHA', 'GHS', '7', 'A'), wallet('GHA', 'GHS', '2', 'B')],
      [['GH', 200n]],
    ],
    ['a debt', [wallet('GHA', 'GHS', '-2.00')], [['GH', -200n]]],
  ])('with %s', async (_what, balances, expected) => {
    const read = await pawapay(answering(200, { balances }))
    expect(read?.map(({ country, balance }) => [country, balance.amount])).toEqual(expected)
  })
})

describe('the balance at MTN', () => {
  test('is the market’s', async () => {
    const set = { carrier: 'mtn-momo', of: 'GHS', balance: '300.00' }
    await sandbox.app.inject({ method: 'POST', url: '/sandbox/floats', payload: set })
    expect(await momo()).toEqual([{ country: 'GH', balance: money(30_000n, 'GHS') }])
  })

  test('is unknown in another currency', async () => expect(await momo('sandbox')).toBeNull())
})

describe('the balance at Monime', () => {
  const account = (currency: string, value: number) => ({ balance: { available: { currency, value } } })
  const page = (result: object[], next: string | null = null) =>
    answering(200, { success: true, result, pagination: { next } })

  test('is the sum of our accounts in leones', async () => {
    const accounts = [account('SLE', 500), account('USD', 900), account('SLE', 25)]
    expect(await monime(page(accounts))).toEqual([{ country: 'SL', balance: money(525n, 'SLE') }])
  })

  test('is unknown without such an account, and while there are more accounts than we read', async () => {
    expect(await monime(page([account('USD', 900)]))).toBeNull()
    expect(await monime(page([account('SLE', 500)], 'more'))).toBeNull()
  })
})

describe('the balance at Stripe', () => {
  test('is available or pending, per currency', async () => {
    expect(await stripe()).toEqual([{ country: '', balance: money(0n, 'USD'), pending: money(0n, 'USD') }])
    const rows = (amount: number, currency: string) => ({ amount, currency, source_types: { card: amount } })
    const body = {
      object: 'balance',
      available: [rows(-500, 'usd'), rows(900, 'eur')],
      pending: [rows(70, 'usd'), rows(30, 'ghs')],
    }
    expect(await stripe(answering(200, body))).toEqual([
      { country: '', balance: money(-500n, 'USD'), pending: money(70n, 'USD') },
      { country: '', balance: money(0n, 'GHS'), pending: money(30n, 'GHS') },
    ])
  })
})

describe('a balance that cannot be read', () => {
  test.each([
    ['no JSON', answering(200, 'words')],
    ['an error', answering(500, { error: { type: 'api_error' } })],
    ['another shape', answering(200, { balances: {}, available: 5, availableBalance: 5 })],
    ['no connection', () => Promise.reject(new TypeError('fetch failed'))],
  ] satisfies [string, typeof fetch][])('by %s is null, never 0', async (_what, ask) => {
    expect(await pawapay(ask)).toBeNull()
    expect(await momo('mtnghana', ask)).toBeNull()
    expect(await stripe(ask)).toBeNull()
    expect(await monime(ask)).toBeNull()
  })
})
