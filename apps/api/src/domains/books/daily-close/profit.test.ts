import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { recipient } from '../../../testing/sender.ts'
import { outcomesByDay } from '../../transfers/index.ts'
import { sumNightly } from '../../transfers/outcomes/daily.ts'
import { RATES_SETTINGS } from '../../pricing/index.ts'
import { createRatesModule } from '../../pricing/rates/index.ts'
import { countOpenBreaks } from '../reconciliation/index.ts'
import { profitCrons, sumResults } from './profit.ts'
import { resultRows } from './results.ts'
import { createDailyClose, type DailyClose } from './service.ts'

const AMA = { staff: 'Ama Boateng', reason: 'End of the day' }
const KOFI = { staff: 'Kofi Mensah', reason: 'Read and compared' }

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const DAYS = Array.from({ length: 14 }, (_, nth) => dayBefore(13 - nth))

let world: EngineWorld
let dailyClose: DailyClose
beforeAll(async () => {
  world = await startEngineWorld()
  const rates = createRatesModule({ db: world.database.db, providers: [], settings: RATES_SETTINGS })
  dailyClose = createDailyClose({
    db: world.database.db,
    newestRates: async () => rates.newest(await world.configuration.current()),
    comparePositions: () => world.treasury.compare(),
    countOpenBreaks,
  })
  // A loss and a fee of the second day before today, so that no two parts of a day are alike.
  for (const [as, cents] of [
    ['losses', -700],
    ['provider_fees', -90],
  ] as const) {
    const amount = { amount: BigInt(cents), currency: 'USD' } as const
    await world.treasury.adjust({ account: 'bank', amount, as, reference: as }, AMA)
  }
  await sendOnDay(2)
  await sendOnDay(3)
  await sendOnDay(3, { phone: recipient('0005') })
  await sendOnDay(1, { phone: recipient('0005') })
  await sendOnDay(0)
})
afterAll(() => world.close())

/** Completes a transfer with all bookings of the card provider, and moves it and its postings to an earlier day. */
async function sendOnDay(days: number, change: Record<string, unknown> = {}): Promise<void> {
  const opened = await (await world.sender()).open(change)
  await world.pay(opened)
  await world.reaches(opened, change['phone'] === undefined ? 'sent' : 'refunded')
  await world.treasury.readMovements()
  if (days === 0) return
  const then = sql`date_trunc('day', now(), 'UTC') - make_interval(days => ${days}) + interval '12 hours'`
  const today = sql`date_trunc('day', now(), 'UTC')`
  await forge(
    world.database.owner,
    sql`update ledger_postings set created_at = ${then} where created_at >= ${today}`,
  )
  await sql`update transfers set captured_at = ${then} where captured_at >= ${today}`.execute(
    world.database.owner,
  )
}

/** The profit by day and corridor as `showResults` answers it, without what is zero. */
async function asResults() {
  const period = await dailyClose.period(DAYS[0], DAYS.at(-1))
  return resultRows(period)
    .filter(({ inDollars }) => inDollars !== '0')
    .map(({ day, isSigned, sender, recipient: to, inDollars }) => ({
      day,
      isSigned,
      sender,
      recipient: to,
      inDollars,
    }))
}
const asChart = async () =>
  (await dailyClose.profit(DAYS)).flatMap(({ day, isSigned, corridors }) =>
    corridors
      .filter(({ inDollars }) => inDollars !== '0')
      .map((corridor) => ({ day, isSigned, ...corridor })),
  )

test('the profit of each day equals profit and loss: from the books, as summed at night, and as signed', async () => {
  const read = await asResults()
  expect(new Set(read.map(({ day }) => day))).toEqual(new Set([3, 2, 1, 0].map(dayBefore)))
  expect(await asChart()).toEqual(read)

  await sumResults(world.database.db)
  await sumResults(world.database.db)
  expect(await asChart()).toEqual(read)

  const { digest } = await dailyClose.prepare(dayBefore(3), AMA, 'As the provider says')
  await dailyClose.sign(dayBefore(3), digest, KOFI)
  const signed = await asResults()
  expect(signed.filter(({ isSigned }) => isSigned).map(({ day }) => day)).toContain(dayBefore(3))
  expect(await asChart()).toEqual(signed)
})

test('the queue takes its schedule', () => {
  expect(tasksOf(profitCrons(world.database.db))).toEqual(['results_nightly'])
})

test('reads summed days from the sums, and a night ends a difference', async () => {
  const right = await asChart()
  const planted = sql`update daily_results set fees = fees + 100000 where day = ${dayBefore(2)}::date and currency = 'USD'`
  await planted.execute(world.database.owner)
  expect(await asChart()).not.toEqual(right)
  expect(await asResults()).toEqual(right)
  await sumResults(world.database.db)
  expect(await asChart()).toEqual(right)
  // A signed day is read as it was signed.
  await sql`update daily_results set fees = fees + 100000 where day = ${dayBefore(3)}::date`.execute(
    world.database.owner,
  )
  expect(await asChart()).toEqual(right)
})

test('reads the days after the last sum from the books', async () => {
  const right = await asChart()
  await sql`delete from daily_results where day >= ${dayBefore(2)}::date`.execute(world.database.owner)
  expect(await asChart()).toEqual(right)
})

test('the outcomes by day count the transfers that the books charged, paid out and refunded', async () => {
  await sumNightly(world.database.db)
  const rows = resultRows(await dailyClose.period(DAYS[0], DAYS.at(-1)))
  for (const { day, sent, refunded, ...open } of await outcomesByDay(world.database.db, DAYS)) {
    const own = rows.filter((row) => row.day === day)
    const sum = (of: 'charged' | 'paidOut' | 'refunded') => own.reduce((total, row) => total + row[of], 0)
    expect([sent + refunded, sent, refunded], day).toEqual([sum('charged'), sum('paidOut'), sum('refunded')])
    expect(open, day).toEqual({ failed: 0, held: 0, underWay: 0 })
  }
})
