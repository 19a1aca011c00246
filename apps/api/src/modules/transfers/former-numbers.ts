import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { Cron } from '../../jobs/index.ts'

/** The longest window that limits are counted in. */
const COUNTED_DAYS = 30

/**
 * The accounts whose transfers count for the limits of this one: itself, and closed ones that had its number, so that
 * closing an account and opening it anew does not begin the limits again. An array, so that an index finds their rows.
 */
export function sendersOfNumber(userId: string): RawBuilder<string[]> {
  return sql<string[]>`array[${userId}::uuid] || array(
    select f.user_id from phone_identities i
    join former_numbers f on f.number_key = sha256(convert_to(i.phone_number, 'UTF8')) where i.user_id = ${userId}::uuid)`
}

/**
 * Keeps the digest of an account's number when the account is closed, for as long as its transfers count. Transfers
 * themselves stay as the law wants. Wants the number to be there still.
 */
export async function rememberNumber(tx: Tx, userId: string): Promise<void> {
  await sql`insert into former_numbers (user_id, number_key)
    select user_id, sha256(convert_to(phone_number, 'UTF8')) from phone_identities i
    where user_id = ${userId} and exists (select from transfers t
      where t.user_id = i.user_id and t.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int))`.execute(
    tx,
  )
}

/** Forgets the numbers of closed accounts whose transfers count for no limit any more. */
async function purgeFormerNumbers(db: Db): Promise<void> {
  await sql`delete from former_numbers
    where closed_at < now() - make_interval(days => ${COUNTED_DAYS}::int)`.execute(db)
}

/** The work of limits by the clock. */
export const limitCrons = (db: Db): Cron[] => [
  { task: 'limits_purge', pattern: '57 3 * * *', run: () => purgeFormerNumbers(db) },
]
