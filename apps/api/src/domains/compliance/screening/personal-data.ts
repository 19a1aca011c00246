import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/**
 * Returns when an account's owner was screened, for its data export. Leaves out the result: the law forbids telling customers
 * of a report about them.
 */
export async function exportScreening(db: Db, userId: string) {
  const { rows } = await sql<{ name: string; birthDate: string | null; checkedAt: Date | null }>`
    select name, birth_date as "birthDate", screened_at as "checkedAt" from screening_subjects
    where user_id = ${userId} order by id`.execute(db)
  return rows
}

/**
 * Erases the name and date of birth of a closed account, which its locked record keeps, and the subject itself if it was
 * never screened. Keeps all if a case was opened: the law requires its records.
 */
export async function forgetScreening(tx: Tx, userId: string): Promise<void> {
  await sql`delete from screening_subjects s
    where user_id = ${userId} and not exists (select from screenings where subject_id = s.id)`.execute(tx)
  await sql`update screening_subjects s set name = 'erased ' || id, birth_date = null, is_retired = true
    where user_id = ${userId} and not exists (select from cases c
      where c.subject_kind = 'account' and c.subject_id = ${userId})`.execute(tx)
  await sql`update screening_subjects set is_retired = true where user_id = ${userId}`.execute(tx)
}
