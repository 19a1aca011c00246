import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import type { TransferSnapshot } from '../../transfers/index.ts'

export interface EventRow {
  readonly id: bigint
  readonly at: Date
  readonly kind: string
  readonly details: Record<string, unknown>
  readonly device: string | null
  readonly address: string | null
}

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
export async function insertEvents(
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

/** Returns the account's contacts for notices: its confirmed address and its number. */
export async function contactsOf(
  tx: Tx,
  userId: string,
): Promise<{ email: string | null; phone: string | null }> {
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

/** Returns true when no other transfer of the account to this wallet was ever charged. */
export async function isFirstPayment(
  tx: Tx,
  { id, userId, recipient }: Pick<TransferSnapshot, 'id' | 'userId' | 'recipient'>,
): Promise<boolean> {
  const earlier = await tx
    .selectFrom('transfers')
    .select('id')
    .where('user_id', '=', userId)
    .where('recipient_phone', '=', recipient.phone)
    .where('captured_at', 'is not', null)
    .where('id', '<>', id)
    .executeTakeFirst()
  return earlier === undefined
}
