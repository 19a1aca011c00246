import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'

/** The longest window that limits are counted in. */
export const COUNTED_DAYS = 30

/**
 * The rows of `transfers` that count for the limits of an account, to select from: its own of the last 30 days, and what
 * others that had its number sent until they gave it up. So neither closing an account nor changing its number begins
 * the limits of a number again. What was cancelled or refunded does not count.
 *
 * No lock of the others is wanted: a number is given up under the lock of its account, and is only then free for the
 * next, so what it inherits is settled. What the others send later, from other numbers, is theirs alone.
 */
export function countedTransfers(userId: string): RawBuilder<unknown> {
  // Without `offset 0` the planner may read everybody's transfers of 30 days and join them.
  return sql`(
    select ${userId}::uuid as user_id, 'infinity'::timestamptz as until
    union all
    select f.user_id, f.closed_at from phone_identities i
    join former_numbers f on f.number_key = sha256(convert_to(i.phone_number, 'UTF8')) and f.user_id <> i.user_id
    where i.user_id = ${userId}::uuid
  ) sender cross join lateral (
    select usd_amount, created_at, state, hold_reason from transfers t
    where t.user_id = sender.user_id and t.created_at <= sender.until
      and t.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int)
      and t.state not in ('cancelled', 'refunded')
    offset 0
  ) counted`
}

/**
 * Keeps the digest of an account's number when the account gives it up, for as long as its transfers count. Transfers
 * themselves stay as the law wants. Wants the number to be there still, and to be under the lock that opening a
 * transfer waits for: what was opened before has a time before this one, which is not that of the transaction's begin.
 */
export async function rememberNumber(tx: Tx, userId: string): Promise<void> {
  await sql`insert into former_numbers (user_id, number_key, closed_at)
    select user_id, sha256(convert_to(phone_number, 'UTF8')), clock_timestamp() from phone_identities i
    where user_id = ${userId} and exists (select from transfers t
      where t.user_id = i.user_id and t.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int))
    on conflict (user_id, number_key) do update set closed_at = excluded.closed_at`.execute(tx)
}

/** The numbers that an account gave up, for the person's own export: digests in hex, and when. */
export async function exportFormerNumbers(
  db: Db,
  userId: string,
): Promise<readonly { digest: string; givenUpAt: Date }[]> {
  const rows = await db
    .selectFrom('former_numbers')
    .select(['number_key', 'closed_at'])
    .where('user_id', '=', userId)
    .orderBy('closed_at')
    .execute()
  return rows.map((row) => ({ digest: row.number_key.toString('hex'), givenUpAt: row.closed_at }))
}

/** Forgets what no limit counts any more: numbers given up, keys, declined cards and where payments were opened from. */
async function purgeUncounted(db: Db): Promise<void> {
  const tooOld = sql`< now() - make_interval(days => ${COUNTED_DAYS}::int)`
  await sql`delete from former_numbers where closed_at ${tooOld}`.execute(db)
  await sql`delete from limit_keys where used_at ${tooOld}`.execute(db)
  await sql`delete from card_declines where declined_at ${tooOld}`.execute(db)
  await sql`delete from payment_origins where opened_at ${tooOld}`.execute(db)
}

/** The work of limits by the clock. */
export const limitCrons = (db: Db): Cron[] => [
  { task: 'limits_purge', pattern: '57 3 * * *', run: () => purgeUncounted(db) },
]
