import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient } from '../../../testing/sender.ts'
import { RATES_SETTINGS } from '../../pricing/index.ts'
import { createRatesModule } from '../../pricing/rates/index.ts'
import { countOpenBreaks } from '../reconciliation/index.ts'
import { journalOfDays } from './journal.ts'
import { createDailyClose, type DailyClose } from './service.ts'

const AMA = { staff: 'Ama Boateng', reason: 'End of the day' }
const KOFI = { staff: 'Kofi Mensah', reason: 'Read and compared' }

/** Returns a day this many days before today (UTC). */
const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const [TWO_AGO, YESTERDAY] = [dayBefore(2), dayBefore(1)]

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
  await sendOnDay(2)
  await sendOnDay(2, { phone: recipient('0005') })
})
afterAll(() => world.close())

/** Completes a transfer with all card provider bookings, and moves its postings to an earlier day. */
async function sendOnDay(days: number, change: Record<string, unknown> = {}): Promise<void> {
  const opened = await (await world.sender()).open(change)
  await world.pay(opened)
  await world.reaches(opened, change['phone'] === undefined ? 'sent' : 'refunded')
  await world.treasury.readMovements()
  await forge(
    world.database.owner,
    sql`update ledger_postings set created_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days}) + interval '12 hours'
      where created_at >= date_trunc('day', now(), 'UTC')`,
  )
}

test('a day is prepared by one person and signed by another, in order', async () => {
  await expect(dailyClose.prepare(dayBefore(0), AMA, null)).rejects.toThrow('ends at midnight UTC')
  const { report, digest, problems } = await dailyClose.prepare(TWO_AGO, AMA, null)
  expect(problems).toEqual([])
  const corridor = report.corridors.find(({ sender, recipient: to }) => sender === 'US' && to === 'GH')
  expect(corridor).toMatchObject({
    ...{ charged: 2, paidOut: 1, refunded: 1, repaid: 0, inDollars: expect.stringMatching(/^-?\d+$/) },
    results: expect.arrayContaining([
      expect.objectContaining({
        currency: 'USD',
        fees: '0',
        margin: '50',
        exchange: '4950',
        providerFees: '-350',
      }),
    ]),
  })
  expect(report.accounts.find(({ account }) => account === 'card_clearing:USD')).toMatchObject({
    opening: '0',
    closing: expect.stringMatching(/^-\d+$/),
  })

  const sign = (given: string, by: typeof AMA) => dailyClose.sign(TWO_AGO, given, by)
  await expect(sign(digest, { ...AMA, staff: ' ama boateng ' })).rejects.toMatchObject({
    code: 'same_person',
  })
  await expect(sign('0'.repeat(64), KOFI)).rejects.toThrow('with another digest')
  await sign(digest, KOFI)
  await expect(sign(digest, KOFI)).rejects.toThrow(`${TWO_AGO} was signed by Kofi Mensah`)

  await expect(dailyClose.prepare(TWO_AGO, AMA, null)).rejects.toThrow(`Next: ${YESTERDAY}`)
  await expect(dailyClose.prepare(dayBefore(3), AMA, null)).rejects.toThrow('earlier days can’t be closed')
  const { rows } = await sql<{ action: string; staff: string; subject: string }>`
    select action, staff, subject from staff_actions where action like '%close' order by at`.execute(
    world.database.owner,
  )
  expect(rows).toEqual([
    { action: 'prepare_close', staff: 'Ama Boateng', subject: `${TWO_AGO} ${digest}` },
    { action: 'sign_close', staff: 'Kofi Mensah', subject: `${TWO_AGO} ${digest}` },
  ])
  expect(await dailyClose.find(TWO_AGO)).toMatchObject({
    day: TWO_AGO,
    preparedBy: 'Ama Boateng',
    signedBy: 'Kofi Mensah',
    digest,
  })
})

test('the next day opens with the last closing balance, and its journal balances', async () => {
  await sendOnDay(1)
  const { report } = await dailyClose.prepare(YESTERDAY, AMA, null)
  const lines = journalOfDays([report]).replaceAll('"', '').split('\r\n').slice(1, -1)
  expect(lines).toContain(`${YESTERDAY},customer,USD,capture,,50.00`)
  const sums = new Map<string, number>()
  for (const line of lines) {
    const [, , currency = '', , debit = '', credit = ''] = line.split(',')
    const cents = Math.round(Number(debit || '0') * 100) - Math.round(Number(credit || '0') * 100)
    sums.set(currency, (sums.get(currency) ?? 0) + cents)
  }
  expect([...sums.values()].every((sum) => sum === 0)).toBe(true)
})

test('a difference from the providers needs an explanation, which the report keeps', async () => {
  await sql`insert into reconciliation_breaks (kind, subject, ours, theirs, owner, moved_at)
    values ('payout_missing', 'S-0A1B2C3D', 'sent', 'unknown', 'treasury', now())`.execute(
    world.database.owner,
  )
  await expect(dailyClose.prepare(YESTERDAY, AMA, null)).rejects.toThrow(
    /needs an explanation: .*1 open breaks \(payout_missing\)/,
  )
  const explained = 'Asked the carrier: it answers tomorrow'
  await dailyClose.prepare(YESTERDAY, AMA, explained)
  expect(await dailyClose.find(YESTERDAY)).toMatchObject({ explanation: explained, signedAt: null })
})

test('detects a change to a signed day, which the database refuses', async () => {
  const { owner } = world.database
  expect(await dailyClose.verify(TWO_AGO)).toEqual({ isUntouched: true, isSame: true })
  await expect(
    sql`update daily_closes set note = 'Other' where signed_at is not null`.execute(owner),
  ).rejects.toThrow('signed one stays')
  await expect(sql`update daily_closes set report = '{}'`.execute(owner)).rejects.toThrow('never changes')
  await expect(sql`delete from daily_closes`.execute(owner)).rejects.toThrow('never changes')

  const noon = sql`date_trunc('day', now(), 'UTC') - interval '2 days' + interval '12 hours'`
  const oneMore = sql`update ledger_postings set amount = amount + 1
    where id = (select min(id) from ledger_postings where created_at = ${noon})`
  await forge(owner, oneMore)
  expect(await dailyClose.verify(TWO_AGO)).toEqual({ isUntouched: true, isSame: false })
  // The next day's opening balance no longer matches this closing balance.
  await expect(dailyClose.prepare(YESTERDAY, AMA, 'None')).rejects.toThrow(/don’t balance: .*opens at/)
})
