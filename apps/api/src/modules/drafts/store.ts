import type { Draft } from '@sesa/contract'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { requireOpenAccount } from '../../db/open-account.ts'

export interface StoredDraft {
  readonly content: Draft
  /** When this version was written, to the millisecond: it names the version. */
  readonly updatedAt: Date
}

/** What a draft was written over: a version, nothing (`none`), or whatever is there (`any`). */
export type Base = Date | 'none' | 'any'

export interface DraftsDeps {
  readonly db: Db
  /** True when a transfer that the user opened at this moment or later has been charged. */
  readonly paidSince: (db: Db | Tx, userId: string, moment: Date) => Promise<boolean>
}

/** The user's draft. One older than a transfer that has been charged is what that transfer was made of: it is over. */
export async function findDraft(
  { paidSince }: DraftsDeps,
  db: Db | Tx,
  userId: string,
): Promise<StoredDraft | undefined> {
  const found = await db
    .selectFrom('drafts')
    .select(['content', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return found && !(await paidSince(db, userId, found.updatedAt)) ? found : undefined
}

/**
 * Keeps this draft in place of the version it was written over; null, and nothing is changed, when another one is
 * kept by now. The same content once more stays the version that it is. Throws Refused `unauthenticated` when the
 * account was closed or locked since its owner asked.
 */
export function saveDraft(
  deps: DraftsDeps,
  userId: string,
  draft: Draft,
  base: Base,
): Promise<StoredDraft | null> {
  const content = JSON.stringify(draft)
  return inTransaction(deps.db, 'drafts.save', async (tx) => {
    // A lock on the user rather than on the row, which may not be there yet.
    await requireOpenAccount(tx, userId, { alone: true })
    const kept = await findDraft(deps, tx, userId)
    if (kept && sameContent(kept.content, draft)) return kept
    if (!fits(base, kept)) return null
    return tx
      .insertInto('drafts')
      .values({
        user_id: userId,
        content,
        updated_at: sql<Date>`date_trunc('milliseconds', clock_timestamp())`,
      })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet({
          content,
          // Never the same moment twice, since it names the version.
          updated_at: sql<Date>`greatest(excluded.updated_at, drafts.updated_at + interval '1 millisecond')`,
        }),
      )
      .returning(['content', 'updated_at as updatedAt'])
      .executeTakeFirstOrThrow()
  })
}

function sameContent(a: Draft, b: Draft): boolean {
  const canonical = (draft: Draft) =>
    JSON.stringify(Object.entries(draft).toSorted(([x], [y]) => (x < y ? -1 : 1)))
  return canonical(a) === canonical(b)
}

function fits(base: Base, kept: StoredDraft | undefined): boolean {
  if (base === 'any') return true
  if (base === 'none') return kept === undefined
  return kept?.updatedAt.getTime() === base.getTime()
}

export async function removeDraft(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('drafts').where('user_id', '=', userId).execute()
}
