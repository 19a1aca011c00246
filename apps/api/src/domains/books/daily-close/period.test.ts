import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'
import { RATES_SETTINGS } from '../../pricing/index.ts'
import { createRatesModule } from '../../pricing/rates/index.ts'
import { journalOfDays } from './journal.ts'
import type { DayReport } from './report.ts'
import { exposureCsv, exposureRows, resultRows, resultsCsv, sumRows } from './results.ts'
import { createDailyClose, type DailyClose } from './service.ts'

const AMA = { staff: 'Ama Boateng', reason: 'End of the day' }
const KOFI = { staff: 'Kofi Mensah', reason: 'Read and compared' }
const EXPLAINED = 'No balance of the wallets was entered in this test'

/** Returns a day this many days before today (UTC). */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [FIRST, SECOND, THIRD] = [dayBefore(3), dayBefore(2), dayBefore(1)]

let world: EngineWorld
let dailyClose: DailyClose
const reports = new Map<string, DayReport>()

/** Moves today's bookings to an earlier day. */
const moveTo = (days: number) =>
  forge(
    world.database.owner,
    sql`update ledger_postings set created_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days}) + interval '12 hours'
      where created_at >= date_trunc('day', now(), 'UTC')`,
  )

async function send(change: Record<string, unknown> = {}): Promise<void> {
  const opened = await (await world.sender()).open(change)
  await world.pay(opened)
  await world.reaches(opened, change['phone'] === undefined ? 'sent' : 'refunded')
  await world.treasury.readMovements()
}

const money = (amount: bigint, currency: 'USD' | 'GHS') => ({ amount, currency })

beforeAll(async () => {
  world = await startEngineWorld()
  const rates = createRatesModule({ db: world.database.db, providers: [], settings: RATES_SETTINGS })
  dailyClose = createDailyClose({
    db: world.database.db,
    newestRates: async () => rates.newest(await world.configuration.current()),
    comparePositions: () => world.treasury.compare(),
    countOpenBreaks: async () => new Map(),
  })
  await send()
  await moveTo(3)
  await send({ phone: recipient('0005') })
  const disputed = await (await world.sender()).open()
  await world.payDisputedWhenSent(disputed)
  await world.treasury.readMovements()
  await moveTo(2)
  await send()
  const bought = { sold: money(10_000n, 'USD'), bought: money(115_000n, 'GHS'), reference: 'FX1' }
  await world.treasury.convert(bought, AMA)
  await moveTo(1)
  // The first day is signed, the second prepared, the third neither.
  for (const day of [FIRST, SECOND]) {
    const { report, digest } = await dailyClose.prepare(day, AMA, EXPLAINED)
    reports.set(day, report)
    if (day === FIRST) await dailyClose.sign(day, digest, KOFI)
  }
})
afterAll(() => world.close())

describe('profit and loss', () => {
  it('reads several open days at once with the same result as one by one', async () => {
    const both = await dailyClose.period(SECOND, THIRD)
    const alone = [await dailyClose.period(SECOND, SECOND), await dailyClose.period(THIRD, THIRD)]
    expect(both.days).toEqual(alone.flatMap(({ days }) => days))
    const [second, third] = both.days.map(({ accounts }) =>
      accounts.map(({ opening, closing }) => [opening, closing]),
    )
    expect(second?.map(([, closing]) => closing)).toEqual(third?.map(([opening]) => opening))
    expect(second?.some(([opening, closing]) => opening !== closing)).toBe(true)
  })

  it('of a period is the sum of the daily closes of its days, per currency and in dollars', async () => {
    const { digest } = await dailyClose.prepare(SECOND, AMA, EXPLAINED)
    const period = await dailyClose.period(FIRST, SECOND)
    expect(period.days.map(({ day, isSigned }) => [day, isSigned])).toEqual([
      [FIRST, true],
      [SECOND, false],
    ])
    const sums: Record<string, bigint> = {}
    const count = { charged: 0, paidOut: 0, refunded: 0, disputed: 0 }
    for (const { corridors } of reports.values())
      for (const { results, amounts, inDollars, ...corridor } of corridors) {
        for (const { currency, ...parts } of [...results, ...amounts])
          for (const [part, text] of Object.entries(parts))
            sums[`${currency} ${part}`] = (sums[`${currency} ${part}`] ?? 0n) + BigInt(text)
        for (const key of ['charged', 'paidOut', 'refunded', 'disputed'] as const) count[key] += corridor[key]
        sums['inDollars'] = (sums['inDollars'] ?? 0n) + BigInt(inDollars ?? 0)
      }
    const total = sumRows(resultRows(period))
    expect(total).toMatchObject({ ...count, inDollars: String(sums['inDollars']) })
    expect(count).toEqual({ charged: 3, paidOut: 2, refunded: 1, disputed: 1 })
    for (const { currency, ...figures } of total.figures)
      for (const [figure, text] of Object.entries(figures))
        expect([currency, figure, text]).toEqual([
          currency,
          figure,
          String(sums[`${currency} ${figure}`] ?? 0n),
        ])
    const usd = total.figures.find(({ currency }) => currency === 'USD')
    expect(usd).toMatchObject({ charged: '15000', refunded: '5000', disputed: '5000', margin: '100' })

    await dailyClose.sign(SECOND, digest, KOFI)
    const signed = await dailyClose.period(FIRST, SECOND)
    expect(signed.days.map(({ isSigned }) => isSigned)).toEqual([true, true])
    expect(sumRows(resultRows(signed))).toEqual(total)
  })

  it('of a signed day stays as it was signed', async () => {
    const before = resultRows(await dailyClose.period(FIRST, FIRST))
    await forge(
      world.database.owner,
      sql`update ledger_postings set amount = amount + 1 where created_at < date_trunc('day', now(), 'UTC') - interval '2 days'`,
    )
    expect(resultRows(await dailyClose.period(FIRST, FIRST))).toEqual(before)
    await forge(
      world.database.owner,
      sql`update ledger_postings set amount = amount - 1 where created_at < date_trunc('day', now(), 'UTC') - interval '2 days'`,
    )
  })

  it('as a file adds up to the same totals', async () => {
    const rows = resultRows(await dailyClose.period(FIRST, THIRD))
    const [header = '', ...lines] = resultsCsv(rows).slice(1).replaceAll('"', '').split('\r\n').slice(0, -1)
    const table = lines.map((line) =>
      Object.fromEntries(header.split(',').map((name, nth) => [name, line.split(',')[nth] ?? ''])),
    )
    const cents = (column: string, currency?: string): bigint =>
      table
        .filter((line) => currency === undefined || line['Currency'] === currency)
        .reduce((sum, line) => sum + BigInt((line[column] || '0').replace('.', '')), 0n)
    const total = sumRows(rows)
    expect(String(cents('Result in USD'))).toBe(total.inDollars)
    expect(Number(cents('Transfers charged'))).toBe(total.charged)
    for (const figures of total.figures) {
      expect(String(cents('Charged', figures.currency))).toBe(figures.charged)
      expect(String(cents('Provider fees', figures.currency))).toBe(figures.providerFees)
      expect(String(cents('Exchange', figures.currency))).toBe(figures.exchange)
    }
  })
})

describe('the open position of a currency', () => {
  it('opens each day with the previous closing position, and says who moved it', async () => {
    const rows = exposureRows(await dailyClose.period(FIRST, THIRD))
    for (const currency of ['USD', 'GHS']) {
      const days = rows.filter((row) => row.currency === currency)
      expect(days.map(({ day }) => day)).toEqual([FIRST, SECOND, THIRD])
      for (const [nth, { opening, byTransfers, byTreasury, closing }] of days.entries()) {
        expect(opening).toBe(nth === 0 ? '0' : days[nth - 1]?.closing)
        expect(BigInt(opening) + BigInt(byTransfers) + BigInt(byTreasury)).toBe(BigInt(closing))
      }
    }
    const third = rows.filter(({ day }) => day === THIRD)
    expect(third.find(({ currency }) => currency === 'GHS')?.byTreasury).toBe('115000')
    expect(third.find(({ currency }) => currency === 'USD')?.byTreasury).toBe('-10000')
    expect(exposureCsv(third)).toMatch(new RegExp(`^"${THIRD}","USD",[\\d.-]+,[\\d.-]+,-100\\.00,`, 'm'))
  })
})

describe('a period', () => {
  it('defaults to the last seven days', async () => {
    const { from, to, days } = await dailyClose.period()
    expect([from, to, days.length]).toEqual([dayBefore(6), dayBefore(0), 7])
  })

  it.each([
    ['2026-11-02', '2026-11-01', 'ends before it starts'],
    ['2026-01-01', '2026-06-30', 'at most 92 days'],
    [dayBefore(0), dayBefore(-1), 'is in the future'],
  ])('from %s to %s is refused', async (from, to, message) => {
    await expect(dailyClose.period(from, to)).rejects.toThrow(message)
  })

  it('has a journal whose debits and credits are equal in each currency', async () => {
    const { days } = await dailyClose.period(FIRST, SECOND)
    const sums = new Map<string, bigint>()
    for (const line of journalOfDays(days).replaceAll('"', '').split('\r\n').slice(1, -1)) {
      const [, , currency = '', , debit = '', credit = ''] = line.split(',')
      const moved = BigInt(debit.replace('.', '') || 0) - BigInt(credit.replace('.', '') || 0)
      sums.set(currency, (sums.get(currency) ?? 0n) + moved)
    }
    expect(new Set(sums.values())).toEqual(new Set([0n]))
    expect(journalOfDays(days).split('"Date","Account"')).toHaveLength(2)
  })
})
