import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'

/** Minimum age of a confirmed address before codes are sent to it: time for the owner to object. */
const CONFIRMED_HOURS = 24

/** Returns the account of a number and its confirmed address; undefined without either. */
export async function mailboxOf(
  tx: Tx,
  phoneNumber: string,
): Promise<{ userId: string; email: string; confirmedAt: Date } | undefined> {
  const row = await tx
    .selectFrom('phone_identities as i')
    .innerJoin('profiles as p', 'p.user_id', 'i.user_id')
    .select(['i.user_id as userId', 'p.email', 'p.email_verified_at as confirmedAt'])
    .where('i.phone_number', '=', phoneNumber)
    .where('p.email_verified_at', '<', sql<Date>`now() - make_interval(hours => ${CONFIRMED_HOURS}::int)`)
    .executeTakeFirst()
  if (!row || row.email === null || row.confirmedAt === null) return undefined
  return { userId: row.userId, email: row.email, confirmedAt: row.confirmedAt }
}
