import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/index.ts'

/** Most rows in one answer of the search. */
const MOST = 50

const customers = (db: Db) =>
  db
    .selectFrom('users as u')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .select(['u.id', 'u.created_at', 'u.locked_at', 'u.closed_at'])
    .select(['p.name', 'p.email', 'p.email_verified_at', 'i.phone_number', 'i.country'])

const transfers = (db: Db) =>
  db
    .selectFrom('transfers as t')
    .select(['t.id', 't.reference', 't.user_id', 't.state', 't.hold_reason', 't.hold_owner'])
    .select(['t.amount', 't.currency', 't.receive_amount', 't.receive_currency'])
    .select(['t.country', 't.network', 't.created_at'])

/** Returns customers for whom a condition on `u`, `p` and `i` is true, the newest first. */
export const findCustomers = (db: Db, condition: RawBuilder<boolean>) =>
  customers(db).where(condition).orderBy('u.created_at', 'desc').limit(MOST).execute()

/** Returns transfers for which a condition on `t` is true, the newest first. */
export const findTransfers = (db: Db, condition: RawBuilder<boolean>) =>
  transfers(db).where(condition).orderBy('t.created_at', 'desc').limit(MOST).execute()

export type CustomerRow = Awaited<ReturnType<typeof findCustomers>>[number]
export type TransferRow = Awaited<ReturnType<typeof findTransfers>>[number]

export const findCustomer = (db: Db, id: string): Promise<CustomerRow | undefined> =>
  customers(db).where('u.id', '=', id).executeTakeFirst()

/** Returns a customer's conversations with support, the newest first. */
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

/** Returns a transfer's attempts and disputes, the oldest first. */
export async function attemptsOf(db: Db, transferId: string) {
  const { rows } = await sql<{ at: Date; kind: 'payout' | 'refund' | 'dispute'; outcome: string | null }>`
    select sent_at as at, 'payout' as kind, outcome from payout_attempts where transfer_id = ${transferId}
    union all select sent_at, 'refund', null from refund_attempts where transfer_id = ${transferId}
    union all select created_at, 'dispute', concat_ws(' ', provider_id, currency, amount) from disputes
      where transfer_id = ${transferId}
    order by 1`.execute(db)
  return rows
}
