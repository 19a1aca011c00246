import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'

export interface EventRow {
  readonly id: bigint
  readonly at: Date
  readonly kind: string
  readonly details: Record<string, unknown>
  readonly device: string | null
  readonly address: string | null
}

/** An event of the product itself to add to an account's record: without a session and an origin. */
export interface NewEvent {
  readonly userId: string
  readonly kind: string
  readonly details: Readonly<Record<string, unknown>>
}

/** Returns the statement that adds events in this order. */
export const insertEvents = (events: readonly NewEvent[]) => sql`
  insert into security_events (user_id, kind, details)
  select e.user_id, e.kind, e.details
  from unnest(${events.map(({ userId }) => userId)}::uuid[], ${events.map(({ kind }) => kind)}::text[],
    ${events.map(({ details }) => JSON.stringify(details))}::jsonb[]) with ordinality e (user_id, kind, details, place)
  order by e.place`

/** Adds an event and returns its id. */
export async function insertEvent(
  tx: Tx,
  event: { user_id: string; session_id: string | null; kind: string; details: string },
  origin: Origin | null,
): Promise<bigint> {
  const { id } = await tx
    .insertInto('security_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow()
  if (!origin) return id
  await tx
    .insertInto('event_origins')
    .values({ event_id: id, user_id: event.user_id, ...origin })
    .execute()
  return id
}

/** Inserts one event for each of many users, without an origin. */
export async function insertForAll(
  tx: Tx,
  userIds: readonly string[],
  kind: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  await sql`insert into security_events (user_id, kind, details)
    select user_id, ${kind}, ${JSON.stringify(details)}::jsonb from unnest(${userIds}::uuid[]) user_id`.execute(
    tx,
  )
}

/** Returns a user's events with an id below `before`, newest first. */
export async function eventsOf(
  db: Db,
  userId: string,
  page: { before: bigint | null; limit: number },
): Promise<EventRow[]> {
  return db
    .selectFrom('security_events as e')
    .leftJoin('event_origins as o', 'o.event_id', 'e.id')
    .select(['e.id', 'e.at', 'e.kind', 'e.details', 'o.device', 'o.address'])
    .where('e.user_id', '=', userId)
    .$if(page.before !== null, (query) => query.where('e.id', '<', page.before))
    .orderBy('e.id', 'desc')
    .limit(page.limit)
    .execute()
}

/** The contacts of an account for security notices: its confirmed address, and its number (E.164). */
export interface Contacts {
  readonly email: string | null
  readonly phone: string | null
}

/** Returns the account's contacts for notices. */
export async function contactsOf(tx: Tx, userId: string): Promise<Contacts> {
  const row = await tx
    .selectFrom('users as u')
    .leftJoin('profiles as p', (join) =>
      join.onRef('p.user_id', '=', 'u.id').on('p.email_verified_at', 'is not', null),
    )
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .select(['p.email', 'i.phone_number as phone'])
    .where('u.id', '=', userId)
    .executeTakeFirst()
  return row ?? { email: null, phone: null }
}

export async function forgetOrigins(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('event_origins').where('user_id', '=', userId).execute()
}
