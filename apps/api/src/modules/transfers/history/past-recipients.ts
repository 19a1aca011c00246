import type { CountryCode, NetworkValue } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'

/**
 * A user's transfers that were charged. The user is an array of one, so that the database takes `NEWEST_FIRST` for more
 * than an order of ids: it would else walk the index of all ids, everybody's, whenever it thinks that a user's rows
 * are many.
 */
export const chargedOf = (userId: string): RawBuilder<unknown> =>
  sql`user_id = any (array[${userId}]::uuid[]) and captured_at is not null`

/** The order that goes with `chargedOf`. */
export const NEWEST_FIRST = sql`order by user_id, id desc`

/**
 * To follow `with recursive`: `person (phone, name)`, everybody that a user has paid. Steps through an index from one to
 * the next, so the cost grows with the people and not with the transfers.
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

/** A number that a user has paid, as it was paid last. */
export interface PaidRecipient {
  /** The last transfer to it. */
  readonly id: string
  readonly paymentId: string
  readonly name: string
  readonly phone: string
  readonly country: CountryCode
  readonly network: NetworkValue
  readonly at: Date
}

/** The numbers that a user has paid, last one first, from those last paid before the transfer `before`. */
export async function lastPaid(
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<readonly PaidRecipient[]> {
  const { rows } = await sql<PaidRecipient>`
    with recursive ${everyPerson(userId)}
    select * from (
      select distinct on (last.phone) last.* from person cross join lateral (
        select id, coalesce(payment_intent_id, id::text) as "paymentId", recipient_name as name,
          recipient_phone as phone, country, network, created_at as at
        from transfers
        where ${chargedOf(userId)} and recipient_phone = person.phone and recipient_name = person.name
        ${NEWEST_FIRST} limit 1
      ) last
      order by last.phone, last.id desc
    ) recipient
    where ${before ?? null}::uuid is null or id < ${before ?? null}::uuid
    order by id desc limit ${limit}`.execute(db)
  return rows
}
