import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { lockDetails } from './store.ts'

/** The identity in the profile before the change. */
export interface Identity {
  readonly name: string | null
  readonly dob: string | null
}

/**
 * Changes the identity and closes open payments under the earlier name or date of birth. After the first transfer, the change
 * requires step-up (`step_up_required`), and the earlier values are kept.
 */
export async function changeIdentity(
  tx: Tx,
  { userId, sessionId, proven }: { userId: string; sessionId: string | null; proven: boolean },
  { name, dob }: Identity,
  closeForIdentity: (tx: Tx, userId: string) => Promise<boolean>,
): Promise<void> {
  // No payment is possible before the profile has a name and a date of birth.
  if (name === null && dob === null) return
  const hasTransfers = await closeForIdentity(tx, userId)
  if (!hasTransfers) return
  if (!proven) throw new Refused('step_up_required', { field: 'name' })
  await tx
    .insertInto('identity_changes')
    .values({ user_id: userId, session_id: sessionId, name, dob })
    .execute()
}

/** Replaces the name with the one on a verified document, as a customer's own change. Throws Refused `step_up_required`. */
export async function replaceName(
  tx: Tx,
  person: Parameters<typeof changeIdentity>[1],
  name: string,
  closeForIdentity: (tx: Tx, userId: string) => Promise<boolean>,
): Promise<void> {
  const { userId } = person
  await changeIdentity(tx, person, await lockDetails(tx, userId), closeForIdentity)
  await tx
    .updateTable('profiles')
    .set({ name, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
}

/** Returns the replaced names and dates of birth, for the owner's data export. */
export async function exportEarlier(
  db: Db,
  userId: string,
): Promise<readonly { name: string | null; dob: string | null; until: Date }[]> {
  return db
    .selectFrom('identity_changes')
    .select(['name', 'dob', 'changed_at as until'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
}

/** Erases the earlier values of a closed account, once the locked record contains them. */
export async function forgetEarlier(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('identity_changes').where('user_id', '=', userId).execute()
}
