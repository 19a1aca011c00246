import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { hashToken, newToken } from '../identity/index.ts'

type LinkKind = 'sign_up' | 'verify' | 'reset' | 'undo'

/** Lifetime of a link, in minutes. A link that signs in without a password lasts only as long as a code. */
export const LINK_MINUTES: Readonly<Record<LinkKind, number>> = {
  sign_up: 24 * 60,
  verify: 24 * 60,
  reset: 10,
  undo: 7 * 24 * 60,
}

/** Maximum number of passwords tried for one link. */
const TRIES_PER_LINK = 5

export interface NewLink {
  readonly kind: LinkKind
  readonly email: string
  readonly userId: string | null
  readonly signUp?: { readonly passwordHash: string; readonly browserHash: Buffer }
}

export interface Link {
  readonly kind: LinkKind
  readonly email: string
  readonly userId: string | null
  readonly passwordHash: string | null
  readonly browserHash: Buffer | null
}

const columns = [
  'kind',
  'email',
  'user_id as userId',
  'password_hash as passwordHash',
  'browser_hash as browserHash',
] as const

/** Creates a link and returns its token, which is not stored. */
export async function insertLink(tx: Tx, link: NewLink): Promise<string> {
  const token = newToken()
  await tx
    .insertInto('email_links')
    .values({
      token_hash: hashToken(token),
      kind: link.kind,
      email: link.email,
      user_id: link.userId,
      password_hash: link.signUp?.passwordHash ?? null,
      browser_hash: link.signUp?.browserHash ?? null,
      expires_at: sql`now() + make_interval(mins => ${LINK_MINUTES[link.kind]}::int)`,
    })
    .execute()
  return token
}

/** Returns a valid link without using it up. */
export async function readLink(db: Db, token: string): Promise<Link | undefined> {
  return db
    .selectFrom('email_links')
    .select(columns)
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .executeTakeFirst()
}

/**
 * Uses up a link of one of these kinds; returns undefined when it is no longer valid. Only one of several parallel calls gets
 * it.
 */
export async function takeLink(tx: Tx, token: string, kinds: readonly LinkKind[]): Promise<Link | undefined> {
  return tx
    .updateTable('email_links')
    .set({ used_at: sql`now()` })
    .where('token_hash', '=', hashToken(token))
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(columns)
    .executeTakeFirst()
}

/** Counts one try at the password of a sign-up; returns false when no tries are left. */
export async function countLinkTry(tx: Tx, token: string): Promise<boolean> {
  const row = await tx
    .updateTable('email_links')
    .set((eb) => ({ wrong_tries: eb('wrong_tries', '+', 1) }))
    .where('token_hash', '=', hashToken(token))
    .where('wrong_tries', '<', TRIES_PER_LINK)
    .returning('wrong_tries')
    .executeTakeFirst()
  return row !== undefined
}

/** Invalidates a user's open links of these kinds. */
export async function voidLinks(tx: Tx, userId: string, kinds: readonly LinkKind[]): Promise<void> {
  await tx
    .updateTable('email_links')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('kind', 'in', kinds)
    .where('used_at', 'is', null)
    .execute()
}

export async function forgetLinks(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('email_links').where('user_id', '=', userId).execute()
}
