import type { HomeTile, Role } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { isOverdue, type Owned } from './order.ts'

/** What the books say about today so far; amounts in US cents. */
export interface Money {
  profit(): Promise<{ readonly now: number | null; readonly before: number | null }>
  owed(): Promise<number | null>
}

interface TileDeps {
  readonly db: Db
  readonly money: Money
}

/** The tiles of each role. A member with several roles sees those of the first one. */
const TILES_OF: Readonly<Record<Role, readonly HomeTile['tile'][]>> = {
  support: ['sent', 'failed', 'refunded', 'first_answer'],
  compliance: ['opened', 'decided', 'overdue', 'false_matches'],
  finance: ['charged', 'paid_out', 'profit', 'owed'],
  engineer: ['success', 'to_wallet', 'rails_down', 'steps_due'],
  administrator: ['profit', 'success', 'overdue', 'oldest'],
}

type Figure = number | null
/** Today so far, and the same hours a week ago. */
type Pair = readonly [now: Figure, before: Figure]
type Figures = Readonly<Record<string, Figure>>

/** Today (UTC) so far, and the same hours a week ago. */
const HOURS = sql`(select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as begins) today
  cross join lateral (values (true, begins, now()), (false, begins - interval '7 days', now() - interval '7 days'))
    as hours ("isNow", since, until)`

async function readPairs(db: Db, query: ReturnType<typeof sql>): Promise<(name: string) => Pair> {
  const { rows } = await (query as ReturnType<typeof sql<Figures & { isNow: boolean }>>).execute(db)
  const of = (isNow: boolean) => rows.find((row) => row.isNow === isNow)
  return (name) => [of(true)?.[name] ?? null, of(false)?.[name] ?? null]
}

/** Counts the transfers of both spans. Reads those created within 9 days: their ids begin with the time. */
const readTransfers = (db: Db) =>
  readPairs(
    db,
    sql`
    with recent as materialized (
      select id, state, state_changed_at, captured_at, usd_amount from transfers
      where id >= month_start_id(now() - interval '9 days') and captured_at is not null
    ), failed as materialized (
      -- Each by its month and index: a plain join reads every month.
      select e.at from recent r cross join lateral (
        select e.at from transfer_events e where e.transfer_id = r.id and e.kind = 'moved' and e.to_state = 'payout_failed' offset 0
      ) e where r.state in ('payout_failed', 'refunding', 'refund_failed', 'refunded')
    )
    select hours."isNow",
      (select count(*)::int from failed where at >= since and at < until) as failed,
      count(*) filter (where ended and state = 'sent')::int as sent,
      count(*) filter (where ended and state = 'refunded')::int as refunded,
      (coalesce(sum(usd_amount) filter (where captured_at >= since and captured_at < until), 0))::float8 as charged,
      (coalesce(sum(usd_amount) filter (where ended and state = 'sent'), 0))::float8 as paid_out,
      round(100.0 * count(*) filter (where ended and state = 'sent')
        / nullif(count(*) filter (where ended and state in ('sent', 'refunded')), 0))::int as success,
      ceil(percentile_disc(0.95) within group (order by extract(epoch from state_changed_at - captured_at) / 60)
        filter (where ended and state = 'sent'))::int as to_wallet
    from ${HOURS} left join lateral (
      select r.*, r.state_changed_at >= since and r.state_changed_at < until as ended from recent r
      where r.captured_at >= since - interval '2 days' and r.captured_at < until) moved on true
    group by hours."isNow", since, until`,
  )

const readAnswers = (db: Db) =>
  readPairs(
    db,
    sql`
    select hours."isNow", round(percentile_cont(0.5) within group (order by
      extract(epoch from answered.at - answered.opened_at) / 60))::int as first_answer
    from ${HOURS} left join lateral (
      select t.opened_at, (select min(m.at) from enquiry_messages m where m.thread_id = t.id and m.author = 'staff') as at
      from enquiry_threads t where t.opened_at >= since - interval '7 days' and t.opened_at < until) answered
      on answered.at >= since and answered.at < until
    group by hours."isNow"`,
  )

const readCases = (db: Db) =>
  readPairs(
    db,
    sql`
    select hours."isNow", (select count(*)::int from cases where opened_at >= since and opened_at < until) as opened,
      count(c.id)::int as decided,
      round(100.0 * count(*) filter (where c.kind = 'screening' and c.outcome = 'different_person')
        / nullif(count(*) filter (where c.kind = 'screening'), 0))::int as false_matches
    from ${HOURS} left join cases c on c.closed_at >= since and c.closed_at < until
    group by hours."isNow", since, until`,
  )

/** Rails that did not answer when we last asked, and steps of transfers that are due. */
async function readSystem(db: Db): Promise<{ readonly rails_down: number; readonly steps_due: number }> {
  const { rows } = await sql<{ rails_down: number; steps_due: number }>`
    select (select count(*)::int from rail_health where answered_at is null or answered_at < asked_at) as rails_down,
      (select count(*)::int from (select from transfers where next_step_at <= now() and lease_token is null limit 1001) due)
        as steps_due`.execute(db)
  return rows[0] ?? { rails_down: 0, steps_due: 0 }
}

const MINUTE = 60_000

/** Reads the four tiles of a member's first role. */
export async function readTiles(
  { db, money }: TileDeps,
  roles: readonly Role[],
  items: readonly Owned[],
  now: Date,
): Promise<HomeTile[]> {
  const [role] = roles
  const wanted = role === undefined ? [] : TILES_OF[role]
  const ours = items.filter(({ waitsFor }) => waitsFor === null)
  const once = <T>(read: () => Promise<T>): (() => Promise<T>) => {
    let kept: Promise<T> | undefined
    return () => (kept ??= read())
  }
  const [transfers, cases, system] = [
    once(() => readTransfers(db)),
    once(() => readCases(db)),
    once(() => readSystem(db)),
  ]
  const READ: Readonly<Record<HomeTile['tile'], () => Promise<Pair>>> = {
    sent: async () => (await transfers())('sent'),
    failed: async () => (await transfers())('failed'),
    refunded: async () => (await transfers())('refunded'),
    charged: async () => (await transfers())('charged'),
    paid_out: async () => (await transfers())('paid_out'),
    success: async () => (await transfers())('success'),
    to_wallet: async () => (await transfers())('to_wallet'),
    first_answer: async () => (await readAnswers(db))('first_answer'),
    opened: async () => (await cases())('opened'),
    decided: async () => (await cases())('decided'),
    false_matches: async () => (await cases())('false_matches'),
    profit: async () => {
      const { now: today, before } = await money.profit()
      return [today, before]
    },
    owed: async () => [await money.owed(), null],
    rails_down: async () => [(await system()).rails_down, null],
    steps_due: async () => [(await system()).steps_due, null],
    overdue: () => Promise.resolve([ours.filter((item) => isOverdue(item, now)).length, null]),
    oldest: () => {
      const oldest = Math.min(...ours.map(({ since }) => since.getTime()))
      return Promise.resolve([
        Number.isFinite(oldest) ? Math.floor((now.getTime() - oldest) / MINUTE) : null,
        null,
      ])
    },
  }
  return Promise.all(
    wanted.map(async (tile) => {
      const [today, before] = await READ[tile]()
      return { tile, unit: UNITS[tile] ?? 'count', now: today, before }
    }),
  )
}

const UNITS: Readonly<Partial<Record<HomeTile['tile'], HomeTile['unit']>>> = {
  ...{ charged: 'usd', paid_out: 'usd', profit: 'usd', owed: 'usd' },
  ...{ success: 'percent', false_matches: 'percent' },
  ...{ first_answer: 'minutes', to_wallet: 'minutes', oldest: 'minutes' },
}
