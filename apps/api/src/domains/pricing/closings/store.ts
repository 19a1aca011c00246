import type { CountryCode, DestinationCode, NetworkValue } from '@sesa/contract'
import { sql } from 'kysely'
import type { ConfigurationPart, Current } from '../../../db/configuration.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { spanProblem, type Span } from './plan.ts'

/** The subject of a planned closing. */
export type Closed =
  | {
      readonly rail: string
      /** Null for all its networks. */
      readonly to: { readonly country: DestinationCode; readonly network: NetworkValue } | null
    }
  | { readonly sender: CountryCode; readonly recipient: DestinationCode }

/** SQL condition that is true for a current row `c` of `planned_closings`. */
const RUNS = sql`c.cancelled_at is null and c.begins_at <= now() and c.ends_at > now()`

/** Returns the columns that name the subject of a closing. */
const columnsOf = (closed: Closed) =>
  'rail' in closed
    ? {
        ...{ rail: closed.rail, sender: null, recipient: null },
        ...{ country: closed.to?.country ?? null, network: closed.to?.network ?? null },
      }
    : { rail: null, country: null, network: null, sender: closed.sender, recipient: closed.recipient }

/** Names the subject of a closing as in the audit log: a rail, a rail and a network (`GH/mtn`), or `US/GH`. */
function nameOf(closed: Closed): string {
  if (!('rail' in closed)) return `${closed.sender}/${closed.recipient}`
  return closed.to === null ? closed.rail : `${closed.rail} ${closed.to.country}/${closed.to.network}`
}

/**
 * Checks the time of a closing by the database's clock. @throws Refused for a time in the past, too long or too far ahead.
 */
export async function requireSpan(db: Db | Tx, span: Span): Promise<void> {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db)
  const problem = spanProblem(span, rows[0]?.now ?? new Date(0))
  if (problem !== null) throw actionRefused(problem)
}

/**
 * Plans a closing, with the words shown to customers during it. It begins and ends by the database's clock. @throws Refused
 * for a time in the past, too long or too far ahead.
 */
export function planClosing(
  db: Db,
  closed: Closed,
  { words, ...span }: Span & { readonly words: string },
  action: StaffAction,
): Promise<void> {
  return inTransaction(db, 'closings.plan', async (tx) => {
    await requireSpan(tx, span)
    await tx
      .insertInto('planned_closings')
      .values({
        ...columnsOf(closed),
        ...{ begins_at: span.from, ends_at: span.until, words },
        ...{ planned_by: action.staff, reason: action.reason },
      })
      .execute()
    const subject = `${nameOf(closed)}: ${span.from.toISOString()} to ${span.until.toISOString()}`
    await tx
      .insertInto('staff_actions')
      .values({ action: 'plan_closing', subject, ...signatureOf(action) })
      .execute()
  })
}

/**
 * Cancels a closing that has not begun. @throws Refused for one that has: ending it early would open its subject, which needs
 * two people.
 */
export function cancelClosing(db: Db, id: string, action: StaffAction): Promise<void> {
  return inTransaction(db, 'closings.cancel', async (tx) => {
    const row = await tx
      .updateTable('planned_closings')
      .set({ cancelled_by: action.staff, cancelled_at: sql<Date>`now()` })
      .where('id', '=', BigInt(id))
      .where('cancelled_at', 'is', null)
      .where('begins_at', '>', sql<Date>`now()`)
      .returningAll()
      .executeTakeFirst()
    if (row === undefined)
      throw actionRefused('This closing has started or was cancelled. To end it early, request the opening.')
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'cancel_closing',
        subject: `${nameOf(closedOf(row))}, ${id}`,
        ...signatureOf(action),
      })
      .execute()
  })
}

interface ClosedColumns {
  readonly rail: string | null
  readonly country: DestinationCode | null
  readonly network: NetworkValue | null
  readonly sender: CountryCode | null
  readonly recipient: DestinationCode | null
}

/** Reads the columns of a row; a check of the table ensures that they name one subject. */
function closedOf({ rail, country, network, sender, recipient }: ClosedColumns): Closed {
  if (rail !== null) return { rail, to: country === null || network === null ? null : { country, network } }
  if (sender === null || recipient === null) throw new Error('A planned closing closes nothing')
  return { sender, recipient }
}

/**
 * Ends the current closings of a rail or a corridor, since two people open it. Upcoming ones stay. When one network of a rail
 * is opened, a closing of all its networks continues for each of the others.
 */
export async function endRunning(tx: Tx, closed: Closed): Promise<void> {
  const { rail, country, network, sender, recipient } = columnsOf(closed)
  const isOneNetwork = country !== null
  if (isOneNetwork)
    await sql`
      insert into planned_closings (rail, country, network, begins_at, ends_at, words, planned_by, reason)
      select c.rail, way.country, way.network, now(), c.ends_at, c.words, c.planned_by, c.reason
      from planned_closings c join network_rails way on way.rail = c.rail
        and (way.country, way.network) <> (${country}, ${network})
      where c.rail = ${rail} and c.country is null and ${RUNS}`.execute(tx)
  await sql`
    update planned_closings c set ends_at = now()
    where ${RUNS} and c.begins_at < now()
      and (c.rail = ${rail} and (${!isOneNetwork} or c.country is null or (c.country, c.network) = (${country}, ${network}))
        or (c.sender, c.recipient) = (${sender}, ${recipient}))`.execute(tx)
}

/** Returns current and upcoming closings, soonest first. */
export async function listClosings(db: Db) {
  const rows = await db
    .selectFrom('planned_closings')
    .selectAll()
    .select(sql<boolean>`begins_at <= now()`.as('isRunning'))
    .where('cancelled_at', 'is', null)
    .where('ends_at', '>', sql<Date>`now()`)
    .orderBy('begins_at')
    .orderBy('id')
    .execute()
  return rows.map((row) => ({
    ...{ id: row.id, closed: closedOf(row), words: row.words, isRunning: row.isRunning },
    ...{ from: row.begins_at, until: row.ends_at, plannedBy: row.planned_by, reason: row.reason },
  }))
}

interface PlannedClosing extends Span {
  readonly closed: Closed
  readonly words: string
}

/** The current and upcoming closings, those that end last first. */
export const CLOSINGS: ConfigurationPart<readonly PlannedClosing[]> = {
  async read(db) {
    const rows = await db
      .selectFrom('planned_closings')
      .select(['rail', 'country', 'network', 'sender', 'recipient', 'begins_at', 'ends_at', 'words'])
      .where('cancelled_at', 'is', null)
      .where('ends_at', '>', sql<Date>`now()`)
      .orderBy('ends_at', 'desc')
      .execute()
    return rows.map((row) => ({
      ...{ closed: closedOf(row), from: row.begins_at, until: row.ends_at, words: row.words },
    }))
  },
}

/** Returns the words of the current closing whose subject matches; null for none. */
function closedWords({ snapshot, now }: Current, matches: (closed: Closed) => boolean): string | null {
  const runs = ({ from, until }: Span): boolean => from <= now && until > now
  return snapshot.of(CLOSINGS).find((one) => runs(one) && matches(one.closed))?.words ?? null
}

/** Returns the words of the current closing of a rail to a network; null for none. */
export const railClosedWords = (
  current: Current,
  way: { readonly rail: string; readonly country: DestinationCode; readonly network: NetworkValue },
): string | null =>
  closedWords(
    current,
    (closed) =>
      'rail' in closed &&
      closed.rail === way.rail &&
      (closed.to === null || (closed.to.country === way.country && closed.to.network === way.network)),
  )

/** Returns the words of the current closing of a corridor; null for none. */
export const corridorClosedWords = (
  current: Current,
  corridor: { readonly sender: CountryCode; readonly recipient: DestinationCode },
): string | null =>
  closedWords(
    current,
    (closed) =>
      !('rail' in closed) && closed.sender === corridor.sender && closed.recipient === corridor.recipient,
  )
