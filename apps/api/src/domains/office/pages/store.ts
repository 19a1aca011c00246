import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { isUnderReview } from '../../transfers/index.ts'

/** Maximum rows in one search result. */
const MOST = 50

/** Selects customers, to be narrowed by conditions on `u`, `p` and `i`. */
export const customersOf = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .select(['u.id', 'u.created_at', 'u.locked_at', 'u.closed_at'])
    .select(['p.name', 'p.email', 'p.email_verified_at', 'i.phone_number', 'i.country'])

/** Selects transfers, to be narrowed by conditions on `t`. */
export const transfersOf = (db: Db) =>
  db
    .selectFrom('transfers as t')
    .select(['t.id', 't.reference', 't.user_id', 't.state', 't.hold_reason', 't.hold_owner'])
    .select(['t.amount', 't.currency', 't.receive_amount', 't.receive_currency'])
    .select(['t.country', 't.network', 't.created_at', 't.usd_amount'])
    .select(isUnderReview.as('underReview'))

/** Returns transfers that match a condition on `t`, newest first. */
export const findTransfers = (db: Db, condition: RawBuilder<boolean>) =>
  transfersOf(db).where(condition).orderBy('t.created_at', 'desc').limit(MOST).execute()

/** Returns the newest transfers of each of some customers, this many of each. */
export const newestTransfersOf = (db: Db, userIds: readonly string[], limit: number) =>
  userIds.length === 0
    ? Promise.resolve([])
    : transfersOf(db)
        .where(
          sql<boolean>`t.id in (select newest.id from unnest(${userIds}::uuid[]) as customer (id) cross join lateral (
          select id from transfers where user_id = customer.id order by created_at desc limit ${limit}) newest)`,
        )
        .orderBy('t.id', 'desc')
        .execute()

/** Returns a customer's transfers before the given id, newest first. */
export function pageOfTransfers(
  db: Db,
  userId: string,
  { before, limit }: { readonly before: string | undefined; readonly limit: number },
) {
  const own = transfersOf(db).where('t.user_id', '=', userId)
  return (before === undefined ? own : own.where('t.id', '<', before))
    .orderBy('t.id', 'desc')
    .limit(limit)
    .execute()
}

export type CustomerRow = Awaited<ReturnType<ReturnType<typeof customersOf>['execute']>>[number]
export type TransferRow = Awaited<ReturnType<typeof findTransfers>>[number]

export const findCustomer = (db: Db, id: string): Promise<CustomerRow | undefined> =>
  customersOf(db).where('u.id', '=', id).executeTakeFirst()

/** Returns a customer's conversations with support, newest first. */
export const threadsOf = (db: Db, userId: string) =>
  db
    .selectFrom('enquiry_threads')
    .select(['number', 'topic', 'opened_at', 'closed_at'])
    .where('user_id', '=', userId)
    .orderBy('opened_at', 'desc')
    .limit(MOST)
    .execute()

export const findRecipient = (db: Db, reference: string) =>
  db
    .selectFrom('transfers')
    .select(['recipient_name as name', 'recipient_phone as phone'])
    .where('reference', '=', reference)
    .executeTakeFirst()

export type NoticeRow = Awaited<ReturnType<typeof noticesOf>>[number]

/**
 * Returns the notices to a customer, newest first: in the app, and by email or SMS. With `transferId`, returns only those
 * about that transfer: its id is the beginning of the subject.
 */
export async function noticesOf(db: Db, userId: string, transferId: string | null) {
  const { rows } = await sql<{ at: Date; kind: string; channel: 'app' | 'message'; read_at: Date | null }>`
    select at, kind, 'app' as channel, read_at from user_notices
    where user_id = ${userId} and (${transferId}::text is null or starts_with(key, kind || ':' || ${transferId}))
    union all
    select at, kind, 'message', null from notices
    where user_id = ${userId} and (${transferId}::text is null or starts_with(subject, ${transferId}))
    order by at desc limit ${MOST}`.execute(db)
  return rows
}

/** Other customers who paid with a card of this one, or sent to a wallet of this one; by its last transfers. */
export async function linkedTo(db: Db, userId: string) {
  const { rows } = await sql<{ id: string; name: string | null; by: 'card' | 'wallet' }>`
    with own as (
      select card_key, recipient_phone from transfers where user_id = ${userId} order by created_at desc limit ${MOST}
    ), linked as (
      select o.user_id, 'card' as by from (select distinct card_key from own where card_key is not null) c
        cross join lateral (select user_id from transfers where card_key = c.card_key and user_id <> ${userId}
          order by created_at desc limit ${MOST}) o
      union
      select o.user_id, 'wallet' from (select distinct recipient_phone from own) w
        cross join lateral (select user_id from transfers where recipient_phone = w.recipient_phone and user_id <> ${userId}
          order by created_at desc limit ${MOST}) o
    )
    select linked.user_id as id, p.name, linked.by from linked left join profiles p on p.user_id = linked.user_id
    order by linked.by, linked.user_id limit ${MOST}`.execute(db)
  return rows
}

/** Returns the fraud rules' decision about a transfer. */
export const fraudDecisionOf = (db: Db, transferId: string) =>
  db
    .selectFrom('fraud_decisions')
    .select(['outcome', 'rule_id as rule', 'version', 'decided_at as at'])
    .select(sql<string[]>`array(select jsonb_path_query(applied, '$[*].ruleId') #>> '{}')`.as('applied'))
    .where('transfer_id', '=', transferId)
    .executeTakeFirst()
