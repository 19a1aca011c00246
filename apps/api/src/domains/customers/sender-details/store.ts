import type { Selectable } from 'kysely'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { IdentityTables } from '../../../db/schema/identity.ts'

export type SenderDetailsRow = Selectable<IdentityTables['sender_details']>

/** Returns the stored details; undefined when there are none. */
export function findRow(db: Db, userId: string): Promise<SenderDetailsRow | undefined> {
  return db.selectFrom('sender_details').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/**
 * Returns the details like `findRow`, locked until the transaction ends. Throws Refused `unauthenticated` when the account
 * was closed or locked since the request was authorised.
 */
export async function lockRow(tx: Tx, userId: string): Promise<SenderDetailsRow | undefined> {
  // Locks the user instead of the details, whose row may not exist yet.
  await requireOpenAccount(tx, userId, { alone: true })
  return tx.selectFrom('sender_details').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Replaces the stored details. */
export async function writeRow(tx: Tx, row: Omit<SenderDetailsRow, 'updated_at'>): Promise<void> {
  const { user_id: _, ...values } = row
  await tx
    .insertInto('sender_details')
    .values(row)
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ ...values, updated_at: sql`now()` }))
    .execute()
}

export async function removeRow(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('sender_details').where('user_id', '=', userId).execute()
}
