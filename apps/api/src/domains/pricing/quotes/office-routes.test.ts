import type { CountryCode, DestinationCode } from '@sesa/contract'
import { money, toMinorNumber, type CurrencyCode } from '@sesa/money'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { composeConfiguration } from '../../../compose/configuration.ts'
import { QUOTE_SETTINGS } from '../../../compose/settings.ts'
import { FREE, priceListOf, setPrices } from '../../../testing/prices.ts'
import { startOfficeWorld, type OfficeWorld, type TestMember } from '../../../testing/office-world.ts'
import { CHARGE_CURRENCIES, createCorridorsModule } from '../corridors/index.ts'
import { createRatesModule, RATES_SETTINGS } from '../rates/index.ts'
import { createQuotesModule } from './index.ts'
import { storeRates } from '../../../testing/rates.ts'
import { storeTransfer, storeUser } from '../../../testing/stored-transfer.ts'

const PRICES = '/office/api/prices'
let world: OfficeWorld
let ama: TestMember
beforeAll(async () => {
  world = await startOfficeWorld()
  ama = await world.member('Ama Finance', 'finance')
})
afterAll(() => world.close())

interface Amount {
  readonly amount: number
  readonly currency: CurrencyCode
}
type Terms = Readonly<Record<'pays' | 'gets' | 'fee' | 'margin' | 'result', Amount>> & {
  readonly ofMidBps: number
}
interface Row {
  readonly sender: CountryCode
  readonly recipient: DestinationCode
  readonly sends: Amount
  readonly payWith: 'card' | 'momo' | 'bank_debit'
  readonly isForeignCard: boolean
  readonly now: Terms
  readonly next: Terms
}
const simulate = async (list: object) => {
  const { status, body, code } = await ama.browser.post(`${PRICES}/simulate`, { list })
  return { status, code, message: (body['error'] as { message?: string } | undefined)?.message, body }
}

it('shows the list in force, its authors, and earlier lists', async () => {
  const shipped = await ama.browser.get(PRICES)
  expect(shipped.body).toMatchObject({ shown: { by: null, approvedBy: null }, versions: [{ by: null }] })
  const list = await priceListOf([
    { ...FREE, fee: '1.00', feePercent: '2.00' },
    { ...FREE, from: '500.00', fee: '0.00', marginPercent: '0.50' },
  ])
  const action = { staff: 'Efua Finance', reason: 'Lower fees' }
  const version = await setPrices(world.database.owner, list, action)
  const { body } = await world.administrator.browser.get(PRICES)
  expect(body).toMatchObject({
    list,
    shown: { version, by: 'Efua Finance', approvedBy: null, reason: 'Lower fees' },
    versions: [{ version }, { by: null }],
  })
  expect(body['inForce']).toBe(version)
  const earlier = await ama.browser.get(`${PRICES}?version=${version - 1}`)
  expect(earlier.body).toMatchObject({ shown: { version: version - 1, by: null } })
  expect((await ama.browser.get(`${PRICES}?version=999`)).code).toBe('not_found')
})

it('prices each amount exactly as quotes do, before and after the new list is in force', async () => {
  const db = world.database.owner
  await storeRates(db, sql`now()`, 'test', { LRD: 172.5, GHS: 11.537, SLE: 22.9 })
  const list = await priceListOf({ fee: '3.00', feePercent: '1.25', marginPercent: '2.00' })
  const { card } = (list['corridors'] as Record<string, { card: object[] }>)['LR/GH'] ?? { card: [] }
  Object.assign(list['corridors'] as object, {
    'LR/GH': { card, momo: [{ ...FREE, feePercent: '0.75' }] },
    'US/GH': { card, bank_debit: [{ ...FREE, feePercent: '0.25' }] },
  })
  const { body, status } = await simulate(list)
  expect(status).toBe(200)
  const rows = body['transfers'] as Row[]
  // Three amounts in nine corridors; senders in the United States also with a foreign card and from a bank account, the others
  // from a wallet.
  expect(rows).toHaveLength(9 * 3 + 3 * 3 + 3 * 3 + 6 * 3)

  const configuration = composeConfiguration(db)
  const rates = createRatesModule({ db, providers: [], settings: RATES_SETTINGS })
  const settings = { allOpen: true, chargeCurrencies: CHARGE_CURRENCIES }
  const corridors = createCorridorsModule({ settings })
  const perTransfer = money(1_000_000, 'USD')
  const { quotes } = createQuotesModule({
    configuration,
    rates,
    corridors,
    settings: { ...QUOTE_SETTINGS, perTransfer },
  })
  const quoted = async ({ sender, recipient, sends, payWith }: Row) => {
    const amount = money(BigInt(sends.amount), sends.currency)
    const request = { from: sender, to: recipient, fix: 'send', amount, payWith } as const
    const price = quotes.price(request, await configuration.current())
    return [price.total, price.receive, price.fee, price.margin].map(toMinorNumber)
  }
  const amountsOf = ({ pays, gets, fee, margin }: Terms) => [pays, gets, fee, margin].map((one) => one.amount)
  // The smallest amount cannot be sent in every corridor.
  const sendable = rows.filter(({ sends, sender }) => sender === 'US' || sends.amount > 10_000)
  expect(await Promise.all(sendable.map(quoted))).toEqual(sendable.map(({ now }) => amountsOf(now)))
  await setPrices(db, list, { staff: 'Efua Finance', reason: 'Simulated before' })
  expect(await Promise.all(sendable.map(quoted))).toEqual(sendable.map(({ next }) => amountsOf(next)))
})

it('reports the invalid place of a list, and changes nothing', async () => {
  const list = await priceListOf({ fee: 'free' })
  const refused = await simulate(list)
  expect([refused.status, refused.code]).toEqual([409, 'action_refused'])
  expect(refused.message).toContain('must be an amount with two decimals')
  const { body } = await ama.browser.get(PRICES)
  expect(body['versions']).toHaveLength(3)
})

it('prices the transfers of the last 30 days again only when asked, with each list’s own costs', async () => {
  const db = world.database.owner
  const list = await priceListOf({ fee: '3.00' })
  expect((await simulate(list)).body['past']).toBeNull()
  const user = await storeUser(db)
  for (const state of ['sent', 'refunded', 'awaiting_payment']) await storeTransfer(db, user, state)
  const byWallet = await storeTransfer(db, user, 'sent')
  await sql`update transfers set pay_method = 'momo', sender_country = 'LR', country = 'GH', currency = 'LRD', amount = 1725000, total = 1725000
    where id = ${byWallet.id}`.execute(db)
  const byBank = await storeTransfer(db, user, 'sent')
  await sql`update transfers set pay_method = 'bank_debit' where id = ${byBank.id}`.execute(db)
  const { body } = await ama.browser.post(`${PRICES}/simulate`, { list, past: true })
  const exampleOf = (corridor: string, amount: number, way: string) =>
    (body['transfers'] as Row[]).find(
      ({ sender, recipient, sends, payWith, isForeignCard }) =>
        `${sender}/${recipient}` === corridor && sends.amount === amount && payWith === way && !isForeignCard,
    )
  const example = exampleOf('US/LR', 10_000, 'card')
  const wallet = exampleOf('LR/GH', 1_725_000, 'momo')
  const bank = exampleOf('US/LR', 10_000, 'bank_debit')
  // Three charged transfers are of USD 100.00 from the United States to Liberia, one of them from a bank account, and one of as
  // much is from a wallet in Liberia.
  const [now = 0, next = 0] = [example?.now.result.amount, example?.next.result.amount]
  const inCents = (amount = 0) => Math.round(amount / 172.5)
  const both = (card: number, debit = 0, momo = 0) => ({
    profit: card * 2 + debit + inCents(momo),
    losses: (card < 0 ? 2 : 0) + (debit < 0 ? 1 : 0) + (momo < 0 ? 1 : 0),
  })
  expect(bank?.next.result.amount).toBeGreaterThan(next)
  expect(body['past']).toEqual({
    ...{ transfers: 4, isAll: true },
    now: both(now, bank?.now.result.amount, wallet?.now.result.amount),
    next: both(next, bank?.next.result.amount, wallet?.next.result.amount),
  })
  expect(now).not.toBe(next)
})

it('warns while a list is simulated, and gives the text to type', async () => {
  const { body } = await simulate(await priceListOf({ marginPercent: '12.00' }))
  expect(body['caution']).toEqual({
    warnings: expect.arrayContaining([expect.stringContaining('the recipient gets 88.00%')]) as string[],
    confirm: expect.stringMatching(/ 88\.00%$/) as string,
  })
  expect((body['transfers'] as Row[])[0]?.next.ofMidBps).toBe(8_800)
})

it('lists a planned list, which quotes use from its day on', async () => {
  const db = world.database.owner
  const before = (await ama.browser.get(PRICES)).body['inForce']
  const body = { list: await priceListOf({ fee: '7.00' }), validFrom: '2099-01-01' }
  await sql`insert into policies (kind, key, body) values ('prices', 'prices', ${JSON.stringify(body)})`.execute(
    db,
  )
  const answer = await ama.browser.get(PRICES)
  expect(answer.body).toMatchObject({ inForce: before, shown: { version: before } })
  expect((answer.body['versions'] as { validFrom: string | null }[])[0]?.validFrom).toBe('2099-01-01')
  const late = await setPrices(db, await priceListOf({ fee: '8.00' }), { staff: 'Efua', reason: 'Sooner' })
  expect((await ama.browser.get(PRICES)).body).toMatchObject({ inForce: late })
})

it('refuses a list from a day that has passed', async () => {
  const list = await priceListOf({ fee: '1.00' })
  const past = { list, validFrom: '2026-01-01', reason: 'Too late' }
  const { code, body } = await ama.browser.post(PRICES, past)
  expect([code, JSON.stringify(body)]).toEqual(['action_refused', expect.stringContaining('has passed')])
})
