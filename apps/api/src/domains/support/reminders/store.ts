import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { CommunicationTables, EndReason } from '../../../db/schema/communication.ts'
import { SHOWN_DAYS } from './settings.ts'

export type ReminderRow = Selectable<CommunicationTables['reminders']>

/** A customer's choices, and the next day computed from them. */
export type ReminderFacts = Pick<
  ReminderRow,
  'amount' | 'currency' | 'side' | 'frequency' | 'first_day' | 'zone' | 'next_on' | 'due_at'
> & { readonly recipient_id: string }

/** One-time reminders show as done for this long. */
const DONE_SHOWN = sql<Date>`now() - interval '60 days'`

/** Returns the reminders shown to a user: active and paused ones, and recent one-time ones that are done. */
export function listRows(db: Db | Tx, userId: string): Promise<ReminderRow[]> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', userId)
    .where((eb) =>
      eb.or([
        eb('ended_at', 'is', null),
        eb.and([eb('end_reason', '=', 'done'), eb('ended_at', '>', DONE_SHOWN)]),
      ]),
    )
    .where('recipient_id', 'is not', null)
    .orderBy(sql`due_at nulls last`)
    .orderBy('id', 'desc')
    .execute()
}

/** Returns one reminder of a user, active, paused or done. */
export function findRow(
  db: Db | Tx,
  userId: string,
  id: string,
  { lock = false }: { readonly lock?: boolean } = {},
): Promise<ReminderRow | undefined> {
  return db
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where((eb) => eb.or([eb('ended_at', 'is', null), eb('end_reason', '=', 'done')]))
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirst()
}

/** Returns how many reminders of a user have not ended. */
export async function countActive(tx: Tx, userId: string): Promise<number> {
  const { count } = await tx
    .selectFrom('reminders')
    .select(({ fn }) => fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns the user's active reminder with exactly these values. */
export function findSame(
  tx: Tx,
  userId: string,
  {
    recipient_id,
    amount,
    currency,
    side,
    frequency,
    first_day,
    zone,
  }: Omit<ReminderFacts, 'next_on' | 'due_at'>,
): Promise<ReminderRow | undefined> {
  return tx
    .selectFrom('reminders')
    .selectAll()
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('paused_at', 'is', null)
    .where((eb) => eb.and({ recipient_id, amount, currency, side, frequency, first_day, zone }))
    .orderBy('id')
    .executeTakeFirst()
}

export function insertRow(tx: Tx, userId: string, facts: ReminderFacts): Promise<ReminderRow> {
  return tx
    .insertInto('reminders')
    .values({ user_id: userId, ...facts })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function updateRow(
  tx: Tx,
  id: string,
  change: Partial<ReminderFacts> & { readonly paused?: boolean },
): Promise<ReminderRow> {
  const { paused, ...facts } = change
  return tx
    .updateTable('reminders')
    .set({
      ...facts,
      ...(paused !== undefined && { paused_at: paused ? sql<Date>`clock_timestamp()` : null }),
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Ends a reminder permanently. */
export async function endRow(tx: Tx, id: string, reason: EndReason): Promise<void> {
  await tx
    .updateTable('reminders')
    .set({ ended_at: sql<Date>`clock_timestamp()`, end_reason: reason, next_on: null, due_at: null })
    .where('id', '=', id)
    .execute()
}

/** Ends the reminders to a recipient, and returns how many there were. */
export async function endRowsTo(tx: Tx, recipientId: string): Promise<number> {
  const rows = await tx
    .updateTable('reminders')
    .set({ ended_at: sql<Date>`clock_timestamp()`, end_reason: 'recipient', next_on: null, due_at: null })
    .where('recipient_id', '=', recipientId)
    .where('ended_at', 'is', null)
    .returning('id')
    .execute()
  return rows.length
}

/** Returns up to `limit` due reminders of open accounts after an id, to be locked one by one. */
export function listDue(
  db: Db,
  { after, limit }: { readonly after: string | null; readonly limit: number },
): Promise<{ id: string; userId: string }[]> {
  return db
    .selectFrom('reminders as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .select(['r.id', 'r.user_id as userId'])
    .where('r.ended_at', 'is', null)
    .where('r.paused_at', 'is', null)
    .where('r.due_at', '<=', sql<Date>`now()`)
    .where('u.locked_at', 'is', null)
    .where('u.closed_at', 'is', null)
    .$if(after !== null, (query) => query.where('r.id', '>', after ?? ''))
    .orderBy('r.id')
    .limit(limit)
    .execute()
}

/** Records the outcome of a day; returns false when one is already recorded. */
export async function recordDay(
  tx: Tx,
  id: string,
  day: string,
  outcome: 'sent' | 'paid' | 'late',
): Promise<boolean> {
  const added = await tx
    .insertInto('reminder_days')
    .values({ reminder_id: id, due_on: day, outcome })
    .onConflict((conflict) => conflict.doNothing())
    .returning('due_on')
    .executeTakeFirst()
  return added !== undefined
}

/** Returns the last recorded day of a reminder, with its time; undefined before the first. */
export function lastDay(tx: Tx, id: string): Promise<{ day: string; at: Date } | undefined> {
  return tx
    .selectFrom('reminder_days')
    .select(['due_on as day', 'at'])
    .where('reminder_id', '=', id)
    .orderBy('due_on', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** A reminder with the last day on which a notice was sent. */
export interface ToldReminder extends ReminderRow {
  readonly day: string
  readonly told_at: Date
}

/** Returns the reminders with a notice to the user in the last days, latest first. */
export async function listTold(db: Db, userId: string): Promise<readonly ToldReminder[]> {
  const { rows } = await sql<ToldReminder>`
    select r.*, d.due_on as day, d.at as told_at
    from reminders r
    cross join lateral (
      select due_on, at, outcome from reminder_days where reminder_id = r.id order by due_on desc limit 1
    ) d
    where r.user_id = ${userId} and d.outcome = 'sent' and d.at > now() - make_interval(days => ${SHOWN_DAYS}::int)
      and (r.ended_at is null or r.end_reason = 'done') and r.paused_at is null and r.recipient_id is not null
    order by d.at desc limit 20`.execute(db)
  return rows
}

/** Returns every reminder of a user with its days, for the data export. */
export async function exportReminders(db: Db, userId: string) {
  const [rows, days] = await Promise.all([
    db.selectFrom('reminders').selectAll().where('user_id', '=', userId).orderBy('id').execute(),
    db
      .selectFrom('reminder_days as d')
      .innerJoin('reminders as r', 'r.id', 'd.reminder_id')
      .select(['d.reminder_id', 'd.due_on', 'd.outcome', 'd.at'])
      .where('r.user_id', '=', userId)
      .orderBy('d.due_on')
      .execute(),
  ])
  return rows.map(({ id, user_id: _user, amount, ...row }) => ({
    id,
    ...row,
    amount: amount.toString(),
    days: days
      .filter((day) => day.reminder_id === id)
      .map(({ due_on, outcome, at }) => ({ day: due_on, outcome, at })),
  }))
}

/** Erases a user's reminders. */
export async function forgetReminders(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('reminders').where('user_id', '=', userId).execute()
}
