import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'

/** A prepared report of a day, and its signer if signed. */
export interface Close {
  readonly id: bigint
  readonly day: string
  /** The report's JSON, byte for byte. */
  readonly report: string
  readonly digest: string
  readonly explanation: string | null
  readonly preparedBy: string
  readonly preparedAt: Date
  readonly signedBy: string | null
  readonly signedAt: Date | null
  readonly note: string | null
}

/** Gives all later statements of the transaction the same snapshot. */
export const oneSnapshot = (tx: Tx) => sql`set transaction isolation level repeatable read`.execute(tx)

const closes = (db: Db | Tx) =>
  db
    .selectFrom('daily_closes')
    .select(['id', sql<string>`day::text`.as('day'), 'report', 'digest', 'explanation', 'note'])
    .select(['prepared_by as preparedBy', 'prepared_at as preparedAt'])
    .select(['signed_by as signedBy', 'signed_at as signedAt'])

/** Returns the signed report of a day, or else the latest prepared one. */
export function findDailyClose(db: Db | Tx, day: string): Promise<Close | undefined> {
  return closes(db)
    .where(sql<boolean>`day = ${day}::date`)
    .orderBy(sql`signed_at is null`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** Returns the newest signed reports, newest day first. */
export function listSigned(db: Db | Tx, limit: number): Promise<readonly Close[]> {
  return closes(db).where('signed_at', 'is not', null).orderBy('day', 'desc').limit(limit).execute()
}

/** A day and how far its books are closed. `running` is today. */
export interface DayState {
  readonly day: string
  readonly state: 'signed' | 'prepared' | 'open' | 'running'
}

/** Returns the 14 days up to a week after a day, or up to today, oldest first; none before the first one that was closed. */
export async function listDaysAround(db: Db, day: string): Promise<readonly DayState[]> {
  const { rows } = await sql<DayState>`
    with today as (select (now() at time zone 'UTC')::date as day),
    last as (select least(today.day, ${day}::date + 6) as day from today),
    first as (select greatest(last.day - 13, least(${day}::date, today.day - 1, (select min(day) from daily_closes))) as day
      from last, today)
    select d::date::text as day, case
      when exists (select from daily_closes c where c.day = d::date and c.signed_at is not null) then 'signed'
      when d::date = today.day then 'running'
      when exists (select from daily_closes c where c.day = d::date) then 'prepared'
      else 'open' end as state
    from first, last, today, generate_series(first.day, last.day, '1 day') d order by d`.execute(db)
  return rows
}

/** Stores a staff action on a day, which also puts it into the audit log. */
async function recordAction(
  tx: Tx,
  action: 'prepare_close' | 'sign_close',
  { day, digest }: Pick<Close, 'day' | 'digest'>,
  by: StaffAction,
): Promise<void> {
  const state = { prepare_close: 'prepared', sign_close: 'signed' }[action]
  const change = { before: action === 'sign_close' ? { state: 'prepared' } : null, after: { state, digest } }
  await tx
    .insertInto('staff_actions')
    .values({ action, ...signatureOf(by, change), subject: `${day} ${digest}` })
    .execute()
}

/** Stores a prepared report. */
export async function insertDailyClose(
  tx: Tx,
  close: Pick<Close, 'day' | 'report' | 'digest' | 'explanation'>,
  by: StaffAction,
): Promise<void> {
  await recordAction(tx, 'prepare_close', close, by)
  await tx
    .insertInto('daily_closes')
    .values({
      day: close.day,
      report: close.report,
      digest: close.digest,
      explanation: close.explanation,
      prepared_by: by.staff,
    })
    .execute()
}

/** Arbitrary lock number: days are signed one at a time. */
const CLOSE_LOCK = 7_361_077

/** Takes the lock for signing days until the transaction ends. */
export async function lockDailyCloses(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CLOSE_LOCK})`.execute(tx)
}

export async function signDailyClose(tx: Tx, close: Close, by: StaffAction): Promise<void> {
  await recordAction(tx, 'sign_close', close, { ...by, proposedBy: close.preparedBy })
  await tx
    .updateTable('daily_closes')
    .set({ signed_by: by.staff, signed_at: sql<Date>`now()`, note: by.reason })
    .where('id', '=', close.id)
    .execute()
}

/** The state of a day (UTC) by the database's clock. */
export interface DayTimes {
  /** True once the day ended long enough ago that no transaction begun in it still runs. */
  readonly isOver: boolean
  readonly next: string
}

export async function readTimes(tx: Tx, day: string): Promise<DayTimes> {
  const { rows } = await sql<DayTimes>`
    select now() >= ((${day}::date + 1)::timestamp at time zone 'UTC') + interval '5 minutes' as "isOver",
      (${day}::date + 1)::text as next`.execute(tx)
  const [times] = rows
  if (times === undefined) throw new Error('No time from the database')
  return times
}

/** Returns the day to close next: the one after the last signed day, or yesterday (UTC) if none is signed. */
export async function nextDay(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select coalesce(max(day) + 1, (now() at time zone 'UTC')::date - 1)::text as day from daily_closes
    where signed_at is not null`.execute(db)
  return rows[0]?.day ?? ''
}

/** Returns how many days (UTC) before today are unsigned; null before the first signature. */
export async function countUnsigned(db: Db): Promise<number | null> {
  const { rows } = await sql<{ days: number | null }>`
    select (now() at time zone 'UTC')::date - 1 - max(day) as days from daily_closes
    where signed_at is not null`.execute(db)
  return rows[0]?.days ?? null
}
