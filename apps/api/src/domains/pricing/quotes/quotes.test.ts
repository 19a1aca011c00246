import { findCountry, type CountryCode } from '@sesa/contract'
import { money, rate, type Money } from '@sesa/money'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from 'vitest'
import { composeConfiguration } from '../../../compose/configuration.ts'
import type { Configuration } from '../../../db/configuration.ts'
import { inTransaction } from '../../../db/index.ts'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { addBankingDays } from '../../../lib/banking-days.ts'
import { createServer } from '../../../http/server/server.ts'
import { createOpenExchangeRates } from '../../../providers/rates/open-exchange-rates.ts'
import { FREE, priceListOf, setPrices, setTestPrices } from '../../../testing/prices.ts'
import { createCorridorsModule } from '../corridors/index.ts'
import { createRatesModule, RATES_SETTINGS } from '../rates/index.ts'
import { createQuotesModule, presentQuote, type QuotesModule } from './index.ts'
import type { PriceRequest } from './types.ts'
import { deleteRates, storeRates } from '../../../testing/rates.ts'

let database: TestDatabase
let app: FastifyInstance
let sandbox: QuotesModule
let production: QuotesModule
let userId: string
let configuration: Configuration

function build(allOpen: boolean): QuotesModule {
  const { db } = database
  // Nothing in this file refreshes rates, so the URL is never called.
  const provider = createOpenExchangeRates(fetch, {
    url: 'http://127.0.0.1:9',
    source: 'none',
    timeoutMs: 100,
  })
  return createQuotesModule({
    configuration,
    rates: createRatesModule({ db, providers: [provider], settings: RATES_SETTINGS }),
    corridors: createCorridorsModule({ settings: { allOpen, chargeCurrencies: { GHS: 'USD' } } }),
    settings: {
      perTransfer: money(200_000, 'USD'),
      defaultMarginBps: 100n,
      lockMinutes: 30,
      deliveryMinutes: 10,
    },
  })
}

const priceIn = async ({ quotes }: QuotesModule, request: PriceRequest) =>
  quotes.price(request, await configuration.current())

/** Stores only the seed's rates, dated `age` ago. */
async function ratesOf(age: string): Promise<void> {
  await sql`delete from quotes`.execute(database.owner)
  await deleteRates(database.owner)
  await storeRates(database.owner, sql`now() - ${age}::interval`, 'test', {
    LRD: '172.08771659',
    GHS: '11.64619458',
    SLE: '22.91486807',
  })
}

beforeAll(async () => {
  database = await createTestDatabase()
  configuration = composeConfiguration(database.db)
  const user = await sql<{ id: string }>`insert into users default values returning id`.execute(
    database.owner,
  )
  userId = user.rows[0]?.id ?? ''
  sandbox = build(true)
  production = build(false)
  app = await createServer({
    db: database.db,
    publicUrl: 'http://localhost:3000',
    logLevel: 'silent',
    modules: [sandbox],
    authenticate: async () => null,
  })
})

afterAll(async () => {
  await app.close()
  await database.drop()
})

beforeEach(async () => {
  await ratesOf('1 hour')
  await sql`update corridors set enabled = false, max_receive = null`.execute(database.owner)
  await setTestPrices(database.owner, FREE)
})

const send = (from: CountryCode, to: CountryCode, amount: Money) => ({
  from,
  to,
  fix: 'send' as const,
  amount,
})
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'not refused',
    (error: unknown) => error,
  )

async function rateOf(path: string) {
  const { statusCode, json } = await app.inject({ url: `/currency/rates/${path}` })
  return { status: statusCode, body: json() }
}

describe('GET /currency/rates', () => {
  it('returns the customer’s rate, including the margin, with its source', async () => {
    const { body } = await rateOf('USD/LRD/100')
    expect(body).toEqual({
      value: 17_036.68,
      rate: '170.3668',
      midRate: '172.08771659',
      // 17,036.68 Liberian dollars equal USD 99.00 at the mid rate.
      margin: 100,
      payWith: 'card',
      asOf: expect.stringMatching(/^\d{4}-.*Z$/),
      source: 'test',
    })
  })

  test.each([
    ['what to send for an amount that arrives', 'LRD/GHS/67?side=receive', 1000.02],
    ['the amount as it is between equal currencies', 'GHS/GHS/12.34', 12.34],
    ['a value where no corridor is', 'LRD/USD/1000', 5.75],
    ['zero for zero', 'USD/SLE/0', 0],
  ])('returns %s', async (_what, path, value) => {
    expect((await rateOf(path)).body.value).toBe(value)
  })

  it('uses the corridor’s margins', async () => {
    await setTestPrices(database.owner, FREE, { 'US/LR': [{ ...FREE, marginPercent: '0.00' }] })
    expect((await rateOf('USD/LRD/100')).body.value).toBe(17_208.77)
  })

  it('uses the margin of the first open way to pay, or of the one asked for, and says which', async () => {
    const list = await priceListOf(FREE)
    const wallet = { card: [FREE], momo: [{ ...FREE, marginPercent: '3.00' }] }
    const bank = { card: [FREE], bank_debit: [{ ...FREE, marginPercent: '2.00' }] }
    const corridors = { ...(list['corridors'] as object), 'LR/GH': wallet, 'US/GH': bank }
    await setPrices(database.owner, { ...list, corridors }, { staff: 'test', reason: 'for a test' })
    const terms = async (path: string) => {
      const { body } = await rateOf(path)
      return [body.payWith, body.margin]
    }
    expect([
      await terms('LRD/GHS/1000'),
      await terms('LRD/GHS/1000?payWith=card'),
      await terms('USD/GHS/1000'),
      await terms('USD/GHS/1000?payWith=bank_debit'),
    ]).toEqual([
      ['momo', 2_994],
      ['card', 999],
      ['card', 1_000],
      ['bank_debit', 2_001],
    ])
  })

  test.each([
    ['USD/SLL/5', 422, 'currency_unknown', 'to'],
    ['usd/LRD/5', 422, 'currency_unknown', 'from'],
    ['USD/LRD/abc', 422, 'amount_not_a_number', 'amount'],
    ['USD/LRD/1,5', 422, 'amount_not_a_number', 'amount'],
    ['USD/LRD/1e5', 422, 'amount_not_a_number', 'amount'],
    ['USD/LRD/-5', 422, 'amount_negative', 'amount'],
    ['USD/LRD/5.123', 422, 'amount_too_many_decimals', 'amount'],
    ['USD/LRD/100000000000', 422, 'amount_above_limit', 'amount'],
  ])('refuses %s', async (path, status, code, field) => {
    const answer = await rateOf(path)
    expect(answer.status).toBe(status)
    expect(answer.body.error).toMatchObject({ code, field })
  })

  it('accepts the largest amount exactly', async () => {
    expect((await rateOf('GHS/GHS/99999999999.99')).body.value).toBe(99_999_999_999.99)
    expect((await rateOf('USD/LRD/99999999999.99')).status).toBe(200)
  })

  it('has no rate once the newest is older than 26 hours', async () => {
    await ratesOf('27 hours')
    const answer = await rateOf('USD/LRD/5')
    expect(answer.status).toBe(503)
    expect(answer.body.error.code).toBe('rate_unavailable')
  })
})

describe('pricing a transfer', () => {
  it('equals the converter’s price', async () => {
    const price = await priceIn(sandbox, send('US', 'LR', money(10_000, 'USD')))
    expect(price.receive).toEqual(money(1_703_668, 'LRD'))
    expect(price).toMatchObject({ from: 'US', to: 'LR', fix: 'send', total: money(10_000, 'USD') })
  })

  it('charges US dollars where the card provider cannot charge the sender’s currency', async () => {
    const price = await priceIn(sandbox, send('GH', 'LR', money(10_000, 'GHS')))
    expect(price).toMatchObject({ total: money(10_000, 'GHS'), charge: { total: money(859, 'USD') } })
  })

  it('by mobile money has prices of its own, in the sender’s own currency', async () => {
    const list = await priceListOf({ fee: '5.00' })
    const own = { card: [{ ...FREE, fee: '5.00' }], momo: [{ ...FREE, feePercent: '3.00' }] }
    const corridors = { ...(list['corridors'] as object), 'GH/LR': own }
    await setPrices(database.owner, { ...list, corridors }, { staff: 'test', reason: 'for a test' })
    const request = send('GH', 'LR', money(10_010, 'GHS'))
    const [card, momo, whole] = await Promise.all([
      priceIn(sandbox, request),
      priceIn(sandbox, { ...request, payWith: 'momo' }),
      priceIn(sandbox, { ...request, payWith: 'momo', wholeUnits: true }),
    ])
    expect(card).toMatchObject({ fee: money(500, 'GHS'), charge: { total: { currency: 'USD' } } })
    // 3 % of 100.10 is 3.003; 103.10 is rounded up to 104.00.
    expect(momo).toMatchObject({ fee: money(300, 'GHS'), charge: { total: money(10_310, 'GHS') } })
    expect(whole).toMatchObject({ fee: money(390, 'GHS'), charge: { total: money(10_400, 'GHS') } })
    expect([momo.receive, whole.receive]).toEqual([card.receive, card.receive])
    // Without a price of its own it costs what the card costs.
    const other = { ...send('GH', 'SL', money(10_010, 'GHS')), payWith: 'momo' } as const
    expect((await priceIn(sandbox, other)).fee).toEqual(money(500, 'GHS'))
  })

  test.each([
    ['LR', 'GH', money(500, 'LRD')],
    ['GH', 'SL', money(500, 'GHS')],
  ] as const)('by mobile money from %s to %s has no minimum of cards', async (from, to, least) => {
    const request = { ...send(from, to, least), payWith: 'momo' } as const
    expect((await priceIn(sandbox, request)).send).toEqual(least)
    const less = { ...request, amount: money(least.amount - 1n, least.currency) }
    expect(await refusal(priceIn(sandbox, less))).toMatchObject({ code: 'amount_below_minimum' })
    expect(await refusal(priceIn(sandbox, { ...request, payWith: 'card' }))).toMatchObject({
      code: 'amount_below_minimum',
    })
  })

  it('is closed in production until staff open the corridor', async () => {
    const request = send('US', 'LR', money(10_000, 'USD'))
    expect(await refusal(priceIn(production, request))).toMatchObject({
      code: 'corridor_unavailable',
      message: 'Sending from the United States to Liberia is not open yet.',
    })
    await sql`update corridors set enabled = true where sender = 'US' and recipient = 'LR'`.execute(
      database.owner,
    )
    expect((await priceIn(production, request)).receive).toEqual(money(1_703_668, 'LRD'))
  })

  test.each([
    ['LR', 'LR'],
    ['LR', 'US'],
  ] as const)('is not possible from %s to %s', async (from, to) => {
    const refused = await refusal(priceIn(sandbox, send(from, to, money(10_000, 'LRD'))))
    expect(refused).toMatchObject({ code: 'corridor_unavailable', options: { field: 'country' } })
    for (const code of [from, to]) expect(String(refused)).toContain(findCountry(code)?.name)
  })

  test.each([
    ['US', 'GH', money(499, 'USD'), 'USD 5.00'],
    ['LR', 'GH', money(8_999, 'LRD'), 'LRD 90.00'],
    ['GH', 'SL', money(599, 'GHS'), 'GHS 6.00'],
    ['SL', 'LR', money(1_199, 'SLE'), 'SLE 12.00'],
    ['US', 'GH', money(-500, 'USD'), 'USD 5.00'],
  ] as const)('from %s to %s is refused below the minimum', async (from, to, amount, least) => {
    const refused = await refusal(priceIn(sandbox, send(from, to, amount)))
    expect(refused).toMatchObject({ code: 'amount_below_minimum', options: { field: 'amount' } })
    expect(String(refused)).toContain(least)
    const enough = money(amount.amount < 0n ? 500n : amount.amount + 1n, amount.currency)
    await priceIn(sandbox, send(from, to, enough))
  })

  it('is refused above the limit for one transfer, on whichever side it is typed', async () => {
    await priceIn(sandbox, send('US', 'LR', money(200_000, 'USD')))
    const over = await refusal(priceIn(sandbox, send('US', 'LR', money(200_001, 'USD'))))
    expect(over).toMatchObject({ code: 'amount_above_limit', options: { field: 'amount' } })
    expect(String(over)).toContain('USD 2,000.00')
    const fixed = { from: 'US', to: 'LR', fix: 'receive', amount: money(40_000_000, 'LRD') } as const
    const received = await refusal(priceIn(sandbox, fixed))
    expect(received).toMatchObject({ code: 'amount_above_limit', options: { field: 'receiveAmount' } })
  })

  it('is refused below the minimum on the receiving side, when that was typed', async () => {
    const fixed = { from: 'US', to: 'LR', fix: 'receive', amount: money(100, 'LRD') } as const
    expect(await refusal(priceIn(sandbox, fixed))).toMatchObject({
      code: 'amount_below_minimum',
      options: { field: 'receiveAmount' },
    })
  })

  it('respects the rail’s largest payout', async () => {
    await sql`update corridors set max_receive = 100000 where recipient = 'GH'`.execute(database.owner)
    await priceIn(sandbox, send('US', 'GH', money(8_600, 'USD')))
    const over = await refusal(priceIn(sandbox, send('US', 'GH', money(8_700, 'USD'))))
    expect(over).toMatchObject({ code: 'amount_above_limit' })
  })

  it('is refused when rates are stale', async () => {
    await ratesOf('27 hours')
    const refused = await refusal(priceIn(sandbox, send('US', 'LR', money(10_000, 'USD'))))
    expect(refused).toMatchObject({ code: 'rate_unavailable' })
  })

  it('counts towards limits in US dollars at the mid rate', async () => {
    const { usd } = await priceIn(sandbox, send('LR', 'GH', money(1_720_877, 'LRD')))
    expect(usd).toEqual(money(10_000, 'USD'))
    expect((await priceIn(sandbox, send('US', 'GH', money(1_230, 'USD')))).usd).toEqual(money(1_230, 'USD'))
  })

  it('converts limits to another currency rounded down, so that the amount shown can be sent', async () => {
    const current = await configuration.current()
    expect(sandbox.quotes.fromUsd(money(100, 'USD'), 'GHS', current)).toEqual(money(1_164, 'GHS'))
    expect(sandbox.quotes.fromUsd(money(100, 'USD'), 'SLE', current)).toEqual(money(2_291, 'SLE'))
    expect(sandbox.quotes.fromUsd(money(123, 'USD'), 'USD', current)).toEqual(money(123, 'USD'))
  })
})

describe('a stored quote', () => {
  const store = async (from: CountryCode, amount: Money) => {
    const price = await priceIn(sandbox, { from, to: 'SL', fix: 'send', amount })
    const { rows } = await sandbox.quotes.storing(userId, price).execute(database.db)
    const quote = await read(rows[0]?.id ?? '')
    if (quote === undefined) throw new Error('No quote was stored')
    return { price, quote }
  }

  const read = (id: string) => inTransaction(database.db, 'test.get', (tx) => sandbox.quotes.get(tx, id))

  it('reads back as it was priced, for 30 minutes', async () => {
    await setTestPrices(database.owner, { fee: '2.50' })
    const {
      price: { usd, configurationVersion, payWith, paidAfterDays, ...price },
      quote,
    } = await store('GH', money(12_345, 'GHS'))
    expect(configurationVersion).toBe((await configuration.current()).snapshot.version)
    expect([usd.currency, usd.amount > 0n, payWith, paidAfterDays]).toEqual(['USD', true, 'card', 0])
    expect(quote).toMatchObject({ ...price, userId })
    expect(quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(30 * 60_000)
    expect(quote.deliverBy.getTime() - quote.createdAt.getTime()).toBe(40 * 60_000)
  })

  it('for a bank debit delivers five US banking days later', async () => {
    const current = await configuration.current()
    const request = { from: 'US', to: 'SL', fix: 'send', amount: money(10_000, 'USD') } as const
    const price = sandbox.quotes.price({ ...request, payWith: 'bank_debit' }, current)
    const { rows } = await sandbox.quotes.storing(userId, price).execute(database.db)
    const quote = await read(rows[0]?.id ?? '')
    const days = addBankingDays(current.now, 5).getTime() - current.now.getTime()
    expect(days).toBeGreaterThanOrEqual(5 * 86_400_000)
    expect(quote && quote.deliverBy.getTime() - quote.createdAt.getTime()).toBe(days + 40 * 60_000)
    expect(quote && quote.expiresAt.getTime() - quote.createdAt.getTime()).toBe(30 * 60_000)
    const { expiresAt, deliveryEstimate } = sandbox.quotes.preview(price, current)
    expect(Date.parse(deliveryEstimate) - Date.parse(expiresAt)).toBe(days + 10 * 60_000)
  })

  it('keeps its terms when rates and terms change', async () => {
    const { quote } = await store('US', money(10_000, 'USD'))
    await setTestPrices(database.owner, { marginPercent: '9.00', fee: '1.00' })
    await storeRates(database.owner, sql`now()`, 'later', { LRD: 1, GHS: 1, SLE: 1 })
    expect(await read(quote.id)).toEqual(quote)
  })

  it('cannot be changed or removed by the application', async () => {
    const { quote } = await store('US', money(10_000, 'USD'))
    for (const change of [
      sql`update quotes set receive_amount = receive_amount + 1 where id = ${quote.id}`,
      sql`delete from quotes where id = ${quote.id}`,
      sql`update rate_snapshots set source = 'x'`,
      sql`update snapshot_rates set rate = 1`,
      sql`update corridors set enabled = true`,
      sql`insert into policies (kind, key, body) select kind, key, body from policies where kind = 'prices' limit 1`,
      sql`update policies set body = '{}'`,
    ]) {
      expect(await refusal(change.execute(database.db))).toMatchObject({ code: '42501' })
    }
  })

  it('expires by the database’s clock', async () => {
    const { quote } = await store('US', money(10_000, 'USD'))
    const expired = () =>
      inTransaction(database.db, 'test.expired', (tx) => sandbox.quotes.expired(tx, quote.id))
    expect(await expired()).toBe(false)
    await sql`update quotes set created_at = created_at - interval '30 minutes', expires_at = expires_at - interval '30 minutes'
      where id = ${quote.id}`.execute(database.owner)
    expect(await expired()).toBe(true)
  })

  it('is not found, and counts as expired, when it does not exist', async () => {
    const id = '00000000-0000-7000-8000-000000000009'
    const found = await inTransaction(database.db, 'test.get', async (tx) => [
      await sandbox.quotes.get(tx, id),
      await sandbox.quotes.expired(tx, id),
    ])
    expect(found).toEqual([undefined, true])
  })

  it('is shown with every amount in minor units and exact rates', async () => {
    const { price, quote } = await store('US', money(10_000, 'USD'))
    const shown = presentQuote(quote)
    expect(shown).toMatchObject({
      amount: 10_000,
      currency: 'USD',
      rate: '22.6857',
      fee: 0,
      total: 10_000,
      receiveAmount: 226_857,
      receiveCurrency: 'SLE',
      charge: { amount: 10_000, currency: 'USD', rate: '1' },
      midRate: '22.91486807',
      midRateAt: expect.stringMatching(/^\d{4}-.*Z$/),
      margin: 100,
    })
    expect(await inTransaction(database.db, 'test.get', (tx) => sandbox.quotes.get(tx, quote.id))).toEqual(
      quote,
    )
    const { expiresAt, deliveryEstimate, ...amounts } = sandbox.quotes.preview(
      price,
      await configuration.current(),
    )
    expect(shown).toMatchObject(amounts)
    expect(Date.parse(deliveryEstimate) - Date.parse(expiresAt)).toBe(10 * 60_000)
    expect(price.rate).toEqual(rate('22.6857', 'USD', 'SLE'))
  })
})
