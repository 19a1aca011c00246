import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** The longest window of the limits. */
export const COUNTED_DAYS = 30

/** Selects a user's account as `sender`, and the earlier accounts of its numbers until they gave them up. */
export const accountsOf = (userId: string): RawBuilder<unknown> => sql`(
    select ${userId}::uuid as user_id, 'infinity'::timestamptz as until
    union all
    select f.user_id, f.closed_at from account_numbers i
    join former_numbers f on f.number_key = sha256(convert_to(i.phone_number, 'UTF8')) and f.user_id <> i.user_id
    where i.user_id = ${userId}::uuid
  ) sender`

/**
 * Selects the transfers that count toward an account's limits: its own of the last 30 days, and those that earlier accounts
 * of its numbers sent until they gave it up. Therefore neither closing an account nor changing its number resets the limits of
 * a number. Cancelled and refunded transfers do not count.
 *
 * The other accounts need no lock: an account gives up its number under its own lock, and only then can another account get
 * it, so the inherited transfers no longer change. Later transfers of the others count only for them.
 */
export function countedTransfers(userId: string): RawBuilder<unknown> {
  // Without `offset 0` the planner may read all users' transfers of 30 days and join them.
  return sql`${accountsOf(userId)} cross join lateral (
    select usd_amount, created_at, state, hold_reason, charge_unknown from transfers t
    where t.user_id = sender.user_id and t.created_at <= sender.until
      and t.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int)
      and t.state not in ('cancelled', 'refunded')
    offset 0
  ) counted`
}

/**
 * Saves the digest of a number that its account gives up, or of all its numbers, for as long as its transfers count. Wallets
 * that the account paid from count like its sign-in number. Call it before the number is removed and under the lock that opening a transfer takes: earlier transfers then have an earlier time than
 * `clock_timestamp()`, unlike the transaction's start.
 */
export async function rememberNumber(tx: Tx, userId: string, which?: string): Promise<void> {
  await sql`insert into former_numbers (user_id, number_key, closed_at)
    select user_id, sha256(convert_to(phone_number, 'UTF8')), clock_timestamp() from account_numbers i
    where user_id = ${userId} and phone_number = coalesce(${which ?? null}, phone_number) and exists (select from transfers t
      where t.user_id = i.user_id and t.created_at > now() - make_interval(days => ${COUNTED_DAYS}::int))
    on conflict (user_id, number_key) do update set closed_at = excluded.closed_at`.execute(tx)
}

/** Returns the numbers an account gave up, for its data export: digests in hex and times. */
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
