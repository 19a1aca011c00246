import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Subscription } from './push-endpoints.ts'
import type { PushedNotice } from './push-message.ts'

/** Maximum number of browsers per account; new ones replace the oldest. */
const MOST_SUBSCRIPTIONS = 10
/** Days for which "Not now" hides the offer. */
const DECLINED_DAYS = 30

/**
 * A browser keeps its push notifications while its session is open: until it is signed out or expires. A lapsed session of an
 * untrusted browser counts for another day, so that a transfer sent an hour ago can still be reported.
 */
const isAlive = sql<boolean>`s.ended_at is null and s.expires_at > now()
  and s.last_used_at + greatest(s.idle_limit, interval '1 day') > now()`

/** The job that sends one notice to one browser. */
export const PUSH = 'notices.push'

/** A notice to send to its account's browsers. */
export interface PushedKey {
  readonly userId: string
  readonly key: string
  /** The trace that the job continues; null without tracing. */
  readonly traceparent: string | null
}

interface Browser {
  readonly userId: string
  readonly sessionId: string
}

/**
 * Stores the subscription of a session's browser in place of earlier ones. Locks the session, so that a session that ends
 * meanwhile leaves none behind. Throws Refused `unauthenticated` when it has ended.
 */
export async function putSubscription(
  tx: Tx,
  { userId, sessionId }: Browser,
  { endpoint, p256dh, auth }: Subscription,
): Promise<void> {
  const { rows } = await sql`select 1 from sessions
    where id = ${sessionId} and user_id = ${userId} and ended_at is null for update`.execute(tx)
  if (rows.length === 0) throw new Refused('unauthenticated')
  await tx
    .deleteFrom('push_subscriptions')
    .where('session_id', '=', sessionId)
    .where('endpoint', '<>', endpoint)
    .execute()
  const owner = { user_id: userId, session_id: sessionId, p256dh, auth, created_at: sql<Date>`now()` }
  await tx
    .insertInto('push_subscriptions')
    .values({ ...owner, endpoint })
    // The account that used this browser last gets its notifications.
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owner))
    .execute()
  await sql`delete from push_subscriptions where id in (
    select id from push_subscriptions where user_id = ${userId}
    order by created_at desc, id desc offset ${MOST_SUBSCRIPTIONS})`.execute(tx)
}

/** Returns true when this account gets notifications at this endpoint, or in this session's browser. */
export async function hasSubscription(
  tx: Tx,
  { userId, sessionId }: Browser,
  endpoint: string,
): Promise<boolean> {
  const found = await tx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', userId)
    .where(({ eb, or }) => or([eb('endpoint', '=', endpoint), eb('session_id', '=', sessionId)]))
    .executeTakeFirst()
  return found !== undefined
}

export async function removeSubscription(db: Db, { userId, sessionId }: Browser): Promise<void> {
  await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('session_id', '=', sessionId)
    .execute()
}

/** Removes a subscription that its push service has ended, unless the browser has renewed it meanwhile. */
export async function dropSubscription(tx: Tx, id: string, endpoint: string): Promise<void> {
  await tx.deleteFrom('push_subscriptions').where('id', '=', id).where('endpoint', '=', endpoint).execute()
}

/** Returns a user's browsers that get notifications. */
export async function subscriptionsOf(db: Db | Tx, userId: string) {
  return db
    .selectFrom('push_subscriptions as p')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['p.id', 'p.endpoint', 'p.created_at as createdAt', 's.device'])
    .where('p.user_id', '=', userId)
    .where(isAlive)
    .orderBy('p.created_at')
    .execute()
}

/**
 * Returns the query that queues a job for each added notice and each browser that gets its account's notifications. `added`
 * names a relation with the columns `id`, `user_id` and `key`; notices that are not in `pushed` are not sent.
 */
export const queuePushes = (added: RawBuilder<unknown>, pushed: readonly PushedKey[]) => sql`
  select enqueue_job(${PUSH}, jsonb_strip_nulls(jsonb_build_object('noticeId', n.id, 'subscriptionId', p.id,
    'traceparent', w.traceparent)), 'push:' || n.id || ':' || p.id, null, false)
  from ${added} n
  join unnest(${pushed.map(({ userId }) => userId)}::uuid[], ${pushed.map(({ key }) => key)}::text[],
    ${pushed.map(({ traceparent }) => traceparent)}::text[]) w (user_id, key, traceparent)
    on w.user_id = n.user_id and w.key = n.key
  join push_subscriptions p on p.user_id = n.user_id
  join sessions s on s.id = p.session_id and ${isAlive}`

/** A notification to send now. */
export interface DuePush {
  readonly notice: PushedNotice
  readonly ageSeconds: number
  readonly subscription: Subscription
}

/**
 * Returns a notification if it is still due: the browser still gets the account's notifications, and the customer has not
 * read the notice in the app.
 */
export async function findDue(
  db: Db,
  { noticeId, subscriptionId }: { noticeId: string; subscriptionId: string },
): Promise<DuePush | undefined> {
  const row = await db
    .selectFrom('user_notices as n')
    .innerJoin('push_subscriptions as p', 'p.user_id', 'n.user_id')
    .innerJoin('sessions as s', 's.id', 'p.session_id')
    .select(['n.kind', 'n.key', 'n.path', 'p.endpoint', 'p.p256dh', 'p.auth'])
    .select(sql<number>`extract(epoch from now() - n.at)::int`.as('ageSeconds'))
    .where('n.id', '=', noticeId)
    .where('p.id', '=', subscriptionId)
    .where('n.read_at', 'is', null)
    .where(isAlive)
    .executeTakeFirst()
  if (!row) return undefined
  const { kind, key, path, endpoint, p256dh, auth, ageSeconds } = row
  return { notice: { kind, key, path }, ageSeconds, subscription: { endpoint, p256dh, auth } }
}

/** Returns true unless the customer answered "Not now" within 30 days. */
export async function isOffered(db: Db, userId: string): Promise<boolean> {
  const declined = await db
    .selectFrom('push_offers')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('declined_at', '>', sql<Date>`now() - make_interval(days => ${DECLINED_DAYS}::int)`)
    .executeTakeFirst()
  return declined === undefined
}

export async function declineOffer(tx: Tx, userId: string): Promise<void> {
  await tx
    .insertInto('push_offers')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ declined_at: sql<Date>`now()` }))
    .execute()
}

/** Deletes subscriptions of sessions that have lapsed. */
export async function purgePush(db: Db): Promise<void> {
  await sql`delete from push_subscriptions p using sessions s where s.id = p.session_id and not (${isAlive})`.execute(
    db,
  )
}
