import type { Draft } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

export interface StoredDraft {
  readonly content: Draft
  readonly updatedAt: Date
}

export async function findDraft(db: Db, userId: string): Promise<StoredDraft | undefined> {
  return db
    .selectFrom('drafts')
    .select(['content', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
}

/** Keeps this draft in place of the one before; the last writer wins. */
export async function saveDraft(db: Db, userId: string, draft: Draft): Promise<StoredDraft> {
  const content = JSON.stringify(draft)
  return db
    .insertInto('drafts')
    .values({ user_id: userId, content })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet({ content, updated_at: sql<Date>`now()` }),
    )
    .returning(['content', 'updated_at as updatedAt'])
    .executeTakeFirstOrThrow()
}

export async function removeDraft(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('drafts').where('user_id', '=', userId).execute()
}
