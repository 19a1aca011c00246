import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** Returns the audit log's entries about a customer: staff actions and reads with their times, without the names of staff. */
export async function exportStaffReads(db: Db, userId: string): Promise<unknown> {
  const { rows } = await sql<{ at: string; action: string }>`
    select content::jsonb ->> 'at' as at, action from audit_log where subject = ${userId} order by seq`.execute(
    db,
  )
  return rows
}

/** Erases the words of entries about a customer whose account is being closed; the entries stay in the chain. */
export async function forgetStaffReads(tx: Tx, userId: string): Promise<void> {
  await sql`select erase_audit_words(${userId}::uuid)`.execute(tx)
}
