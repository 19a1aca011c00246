import type { CountryCode, NameCheck, NetworkValue } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/**
 * Matches a user's charged transfers. The user is an array of one so that `NEWEST_FIRST` is not reduced to an order by id:
 * the planner would then scan the index of all users' ids whenever it estimates many rows for this user.
 */
export const chargedOf = (userId: string): RawBuilder<unknown> =>
  sql`user_id = any (array[${userId}]::uuid[]) and captured_at is not null`

/** Matches a user's opened payments without a known charge. */
export const checkedOf = (userId: string): RawBuilder<unknown> =>
  sql`user_id = any (array[${userId}]::uuid[]) and state = 'awaiting_payment' and captured_at is null and charge_unknown`

/** The order to use with `chargedOf` and `checkedOf`. */
export const NEWEST_FIRST = sql`order by user_id, id desc`

/**
 * Returns the term `person (phone, name)` for `with recursive`: every recipient a user has paid. It skips through an index
 * from one recipient to the next, so the cost grows with recipients and not with transfers.
 */
export function everyPerson(userId: string): RawBuilder<unknown> {
  const paid = sql`user_id = ${userId} and captured_at is not null`
  const first = sql`order by recipient_phone, recipient_name limit 1`
  return sql`person (phone, name) as (
    (select recipient_phone, recipient_name from transfers where ${paid} ${first})
    union all
    select next.* from person cross join lateral (
      select recipient_phone, recipient_name from transfers
      where ${paid} and (recipient_phone, recipient_name) > (person.phone, person.name) ${first}) next
  )`
}

/** A wallet that a user has paid, with the details of the latest transfer. */
export interface PaidRecipient {
  /** The last transfer to it. */
  readonly id: string
  readonly paymentId: string
  readonly name: string
  readonly phone: string
  readonly country: CountryCode
  readonly network: NetworkValue
  readonly at: Date
  readonly nameCheck: NameCheck | null
  readonly nameCheckedAt: Date | null
  readonly accountName: string | null
  /** Number of charged transfers to it. */
  readonly transfers: number
}

/** Returns the wallets a user has paid, latest first. */
export async function listPaidRecipients(
  db: Db | Tx,
  userId: string,
  { limit, wallet }: { limit: number; wallet?: { phone: string; network: NetworkValue } },
): Promise<readonly PaidRecipient[]> {
  const one = wallet ? sql`and recipient_phone = ${wallet.phone} and network = ${wallet.network}` : sql``
  const { rows } = await sql<PaidRecipient>`
    select id, "paymentId", name, phone, country, network, at, "nameCheck", "nameCheckedAt", "accountName", transfers
    from (
      select id, coalesce(payment_intent_id, id::text) as "paymentId", recipient_name as name, recipient_phone as phone,
        country, network, created_at as at, name_check as "nameCheck", name_checked_at as "nameCheckedAt",
        account_name as "accountName", (count(*) over whole)::int as transfers, row_number() over latest as place
      from transfers where ${chargedOf(userId)} ${one}
      window whole as (partition by recipient_phone, network),
        latest as (partition by recipient_phone, network order by id desc)
    ) recipient
    where place = 1 order by id desc limit ${limit}`.execute(db)
  return rows
}

/** Returns true when the user has paid this wallet since a time, and the money was not returned and is not being returned. */
export async function wasPaidSince(
  db: Db | Tx,
  userId: string,
  wallet: { readonly phone: string; readonly network: NetworkValue },
  since: Date,
): Promise<boolean> {
  const { rows } = await sql`
    select 1 from transfers
    where user_id = ${userId} and recipient_phone = ${wallet.phone} and network = ${wallet.network}
      -- The card provider dates a charge by the second.
      and captured_at >= date_trunc('second', ${since}::timestamptz)
      and state not in ('payout_failed', 'refunding', 'refund_failed', 'refunded', 'cancelled')
    limit 1`.execute(db)
  return rows.length > 0
}
