import { sql } from 'kysely'
import type { Tx } from '../../../../db/index.ts'

/**
 * Returns the wrong codes over a number's life. A guess at a 6-digit code is right with 10^-6; with at most
 * `wrongPerNumberLife` = 100 wrong ones, the chance that one is ever guessed is at most 100 * 10^-6 = 10^-4 (figure S4). A
 * correct code does not reset the count, since an attacker may wait for the owner to sign in; only a sign-in independent of
 * the phone network does. Counted by number, not by account, so that numbers with and without one answer alike. All functions
 * need the number's lock, except the last, whose row is only ever deleted.
 */
export async function wrongCodesOf(tx: Tx, phoneNumber: string): Promise<number> {
  const row = await tx
    .selectFrom('wrong_codes')
    .select('count')
    .where('number_key', '=', numberKey(phoneNumber))
    .executeTakeFirst()
  return row?.count ?? 0
}

/** Hashes the number: the table is kept forever and does not need the numbers themselves. */
function numberKey(phoneNumber: string) {
  return sql<Buffer>`sha256(convert_to(${phoneNumber}::text, 'UTF8'))`
}

export async function addWrongCode(tx: Tx, phoneNumber: string): Promise<void> {
  await sql`insert into wrong_codes as w (number_key, count) values (${numberKey(phoneNumber)}, 1)
    on conflict (number_key) do update set count = w.count + 1`.execute(tx)
}

/** Resets a number's count at staff request; returns false when nothing was counted. */
export async function clearWrongCodes(tx: Tx, phoneNumber: string): Promise<boolean> {
  const row = await tx
    .deleteFrom('wrong_codes')
    .where('number_key', '=', numberKey(phoneNumber))
    .returning('count')
    .executeTakeFirst()
  return row !== undefined
}

/** Resets the count of an account's number after a sign-in by another method than phone. */
export async function forgetWrongCodes(tx: Tx, userId: string): Promise<void> {
  await sql`delete from wrong_codes w using phone_identities i
    where i.user_id = ${userId} and w.number_key = sha256(convert_to(i.phone_number, 'UTF8'))`.execute(tx)
}
