import type { Draft } from '@sesa/contract'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'

export interface StoredDraft {
  readonly content: Draft
  /** Time of this version, in milliseconds, which identifies it. */
  readonly updatedAt: Date
}

/** The version a draft is based on: a timestamp, no draft (`none`), or any stored one (`any`). */
export type Base = Date | 'none' | 'any'

export interface DraftsDeps {
  readonly db: Db
  /** Returns true when a transfer that the user opened at or after this time has been charged. */
  readonly paidSince: (db: Db | Tx, userId: string, moment: Date) => Promise<boolean>
  readonly isProfileComplete: (db: Db | Tx, userId: string) => Promise<boolean>
}

/** Returns the user's draft. A draft older than a charged transfer has become that transfer, so it no longer counts. */
export async function findDraft(
  { paidSince }: Omit<DraftsDeps, 'isProfileComplete'>,
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
 * Replaces the version that this draft is based on. Returns null and changes nothing when another version is stored or the
 * draft's profile is already saved. Identical content keeps its version. Throws Refused `unauthenticated` when the account
 * was closed or locked since the request was authorised.
 */
export function saveDraft(
  deps: DraftsDeps,
  userId: string,
  draft: Draft,
  base: Base,
): Promise<StoredDraft | null> {
  const content = JSON.stringify(draft, wholeCharacters)
  return inTransaction(deps.db, 'drafts.save', async (tx) => {
    // Locks the user instead of the draft, whose row may not exist yet.
    await requireOpenAccount(tx, userId, { alone: true })
    const kept = await findDraft(deps, tx, userId)
    // A late write must not restore data that the saved profile replaced.
    if (draft.profile && (await deps.isProfileComplete(tx, userId))) return null
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
          // Never the same timestamp twice, since it identifies the version.
          updated_at: sql<Date>`greatest(excluded.updated_at, drafts.updated_at + interval '1 millisecond')`,
        }),
      )
      .returning(['content', 'updated_at as updatedAt'])
      .executeTakeFirstOrThrow()
  })
}

/** Replaces unpaired surrogates by U+FFFD, as a text column does: PostgreSQL refuses them in JSON. */
function wholeCharacters(_key: string, value: unknown): unknown {
  return typeof value === 'string' ? value.toWellFormed() : value
}

function sameContent(a: Draft, b: Draft): boolean {
  return canonical(a) === canonical(b)
}

/** Serialises a draft with a fixed field order, since PostgreSQL returns fields in its own order. */
function canonical({ profile, ...draft }: Draft): string {
  const sorted = [draft, profile ?? {}].map((part) =>
    Object.entries(part).toSorted(([x], [y]) => (x < y ? -1 : 1)),
  )
  return JSON.stringify(sorted)
}

function fits(base: Base, kept: StoredDraft | undefined): boolean {
  if (base === 'any') return true
  if (base === 'none') return kept === undefined
  return kept?.updatedAt.getTime() === base.getTime()
}

export async function removeDraft(db: Db | Tx, userId: string): Promise<void> {
  await db.deleteFrom('drafts').where('user_id', '=', userId).execute()
}

/** Deletes the unfinished profile once it is saved. Keeps an unfinished transfer. */
export async function removeProfileDraft(tx: Tx, userId: string): Promise<void> {
  await tx
    .deleteFrom('drafts')
    .where('user_id', '=', userId)
    .where(sql<boolean>`content ? 'profile'`)
    .execute()
}
