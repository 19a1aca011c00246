import type { CountryCode, NetworkValue } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

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

/**
 * The numbers that a user has paid, last one first, from those last paid before the transfer `before`. Steps through
 * the index from number to number, so the cost grows with the people paid and not with the transfers.
 */
export async function lastPaid(
  db: Db,
  userId: string,
  { before, limit }: { before: string | undefined; limit: number },
): Promise<readonly PaidRecipient[]> {
  const { rows } = await sql<PaidRecipient>`
    with recursive numbers as (
      (select min(recipient_phone) as phone from transfers where user_id = ${userId} and captured_at is not null)
      union all
      select (select min(recipient_phone) from transfers
        where user_id = ${userId} and captured_at is not null and recipient_phone > numbers.phone)
      from numbers where numbers.phone is not null
    )
    select last.* from numbers
    cross join lateral (
      select id, coalesce(payment_intent_id, id::text) as "paymentId", recipient_name as name,
        recipient_phone as phone, country, network, created_at as at
      from transfers
      where user_id = ${userId} and captured_at is not null and recipient_phone = numbers.phone
      order by id desc limit 1
    ) last
    where ${before ?? null}::uuid is null or last.id < ${before ?? null}::uuid
    order by last.id desc limit ${limit}`.execute(db)
  return rows
}
