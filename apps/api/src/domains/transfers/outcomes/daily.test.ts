import { sql, type RawBuilder } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../db/testing.ts'
import { tasksOf } from '../../../testing/crontab.ts'
import { addHistory } from '../../../testing/history.ts'
import { chargedByHour, chargedQuery, minutesByNetwork, outcomesByDay } from './charts.ts'
import { outcomeCrons, outcomesQuery, readOutcomes, sumNightly, sumUnfinished } from './daily.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await addHistory(database.owner, 4_000)
})
afterAll(() => database.drop())

const dayBefore = (days: number): string =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const DAYS = Array.from({ length: 14 }, (_, nth) => dayBefore(13 - nth))

/** Moves the first transfers to a day, an hour after its begin, with these states; others are out of every chart. */
async function charge(
  days: number,
  states: readonly string[],
  change: RawBuilder<unknown> = sql`true`,
): Promise<void> {
  await sql`with taken as (
      select t.id, s.state from (
        select id, row_number() over (order by id) as n from transfers where captured_at < now() - interval '300 days'
      ) t join unnest(${states}::text[]) with ordinality s (state, n) on s.n = t.n
    )
    update transfers t set state = taken.state, hold_reason = null, hold_owner = null, network = 'mtn', country = 'GH',
      captured_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days}),
      state_changed_at = date_trunc('day', now(), 'UTC') - make_interval(days => ${days}) + interval '50 seconds'
    from taken where taken.id = t.id and ${change}`.execute(database.owner)
}

beforeEach(async () => {
  await sql`update transfers set state = 'sent', captured_at = now() - interval '400 days',
    state_changed_at = now() - interval '400 days' + interval '50 seconds', hold_reason = null, hold_owner = null`.execute(
    database.owner,
  )
  await sql`truncate daily_outcomes`.execute(database.owner)
})

const hold = (state: string) =>
  sql`update transfers set hold_reason = 'screening', hold_owner = 'operations'
    where id = (select id from transfers where state = ${state} and captured_at > now() - interval '30 days' limit 1)`.execute(
    database.owner,
  )
const on = async (days: number) =>
  (await outcomesByDay(database.db, DAYS)).find(({ day }) => day === dayBefore(days))

test('counts how the transfers of a day ended, and apart those that have not ended', async () => {
  await charge(3, ['sent', 'sent', 'sent', 'refunded', 'payout_failed', 'refunding', 'paying_out', 'paid'])
  await hold('paid')
  await hold('refunded')
  const expected = { day: dayBefore(3), sent: 3, refunded: 1, failed: 2, held: 1, underWay: 1 }
  // Counted live until a night has summed it, and then the same.
  expect(await on(3)).toEqual(expected)
  await sumNightly(database.db)
  expect(await on(3)).toEqual(expected)
  expect((await outcomesByDay(database.db, DAYS)).map(({ day }) => day)).toEqual(DAYS)
})

test('shows a stored day, counts today, and never counts a day twice', async () => {
  await charge(2, ['sent', 'refunded'])
  await charge(0, ['sent', 'paid'])
  await sumNightly(database.db)
  await sumNightly(database.db)
  expect(await on(2)).toMatchObject({ sent: 1, refunded: 1 })
  expect(await on(0)).toMatchObject({ sent: 1, underWay: 1 })
  const { rows } = await sql`select from daily_outcomes where day = ${dayBefore(0)}::date`.execute(
    database.owner,
  )
  expect(rows).toEqual([])
  // A planted difference shows that the stored day is read, and is gone after the next night.
  await sql`update daily_outcomes set sent = 7, charged = 8`.execute(database.owner)
  expect(await on(2)).toMatchObject({ sent: 7 })
  await sumNightly(database.db)
  expect(await on(2)).toMatchObject({ sent: 1 })
})

test('sums a day again while one of its transfers has not ended', async () => {
  await charge(20, ['sent', 'paying_out'])
  await charge(4, ['sent', 'payout_unknown'])
  await charge(5, ['sent', 'refunded'])
  await sumNightly(database.db)
  await sql`insert into daily_outcomes values (${dayBefore(20)}, 'US', 'GH', 'mtn', 2, 1, 0, 0, 0, '{}')`.execute(
    database.owner,
  )
  await sql`update transfers set state = 'sent' where state in ('payout_unknown', 'paying_out')`.execute(
    database.owner,
  )
  await sql`update daily_outcomes set sent = 9, charged = 10 where day = ${dayBefore(5)}::date`.execute(
    database.owner,
  )
  await sumUnfinished(database.db)
  expect(await on(4)).toMatchObject({ sent: 2, underWay: 0 })
  const { rows } = await sql<{ day: string; sent: number }>`
    select day::text as day, sent from daily_outcomes order by day`.execute(database.owner)
  // A settled day is left alone.
  expect(rows).toEqual([
    { day: dayBefore(20), sent: 2 },
    { day: dayBefore(5), sent: 9 },
    { day: dayBefore(4), sent: 2 },
  ])
})

test('the queue takes its schedule', () => {
  expect(tasksOf(outcomeCrons(database.db))).toEqual(['outcomes_nightly', 'outcomes_unfinished'])
})

test('compares the minutes of a week with those of the week before, without adopted transfers', async () => {
  await charge(1, Array<string>(10).fill('sent'))
  await charge(8, Array<string>(4).fill('sent'))
  await sumNightly(database.db)
  // 45 to 60 seconds; the middle of them.
  expect(await minutesByNetwork(database.db, dayBefore(0))).toEqual([
    { country: 'GH', network: 'mtn', sent: 10, median: 0.875, p95: expect.closeTo(0.9875, 6), before: null },
  ])
  await charge(9, Array<string>(4).fill('sent'))
  await sumNightly(database.db)
  expect(await minutesByNetwork(database.db, dayBefore(0))).toMatchObject([{ sent: 10, before: 0.875 }])
  await sql`insert into staff_actions (transfer_id, action, staff, reason)
    select id, 'adopt', 'Esi Engineer', 'Lost in a restore' from transfers
    where captured_at >= ${dayBefore(1)}::date and captured_at < ${dayBefore(0)}::date limit 3`.execute(
    database.owner,
  )
  await sumNightly(database.db)
  expect(await minutesByNetwork(database.db, dayBefore(0))).toMatchObject([{ sent: 7 }])
})

test('counts what was charged in each hour of today and a week ago', async () => {
  await charge(0, ['sent', 'sent', 'paid'])
  await charge(7, ['sent', 'refunded'])
  const found = await chargedByHour(database.db)
  expect(found).toMatchObject({ today: 3, weekAgoByNow: 2 })
  expect(found.hours).toHaveLength(24)
  expect(found.hours[0]).toEqual({ today: 3, weekAgo: 2 })
  const hour = new Date().getUTCHours()
  expect(found.hours.map(({ today }) => today === null)).toEqual(found.hours.map((_, nth) => nth > hour))
})

test('reads a day by the index on the charge', async () => {
  await charge(0, ['sent', 'sent'])
  await sql`vacuum analyze transfers`.execute(database.owner)
  for (const query of [chargedQuery, outcomesQuery(14)]) {
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, timing off, summary off, format json) ${query}`.execute(database.db)
    const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {}
    expect(JSON.stringify(plan)).toContain('transfers_by_charge')
    expect((plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0)).toBeLessThan(300)
  }
  expect((await readOutcomes(database.db, 14)).map(({ charged }) => charged)).toEqual([2])
})
