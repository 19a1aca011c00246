import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

export interface NewNotice {
  readonly user_id: string
  readonly kind: string
  readonly key: string
  readonly title: string
  readonly body: string
  readonly path: string
}

/**
 * Adds a notice and returns its id; returns undefined when the account already has one under this key, or is closed: a
 * transfer can still end after its sender has closed the account.
 */
export async function insertNotice(tx: Tx, row: NewNotice): Promise<string | undefined> {
  const { user_id, kind, key, title, body, path } = row
  const added = await tx
    .insertInto('user_notices')
    .columns(['user_id', 'kind', 'key', 'title', 'body', 'path'])
    .expression((eb) =>
      eb
        .selectFrom('users')
        .select(['id as user_id'])
        .select(() => [
          sql<string>`${kind}::text`.as('kind'),
          sql<string>`${key}::text`.as('key'),
          sql<string>`${title}::text`.as('title'),
          sql<string>`${body}::text`.as('body'),
          sql<string>`${path}::text`.as('path'),
        ])
        .where('id', '=', user_id)
        .where('closed_at', 'is', null),
    )
    .onConflict((conflict) => conflict.columns(['user_id', 'key']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return added?.id
}

/** Returns a user's notices before one of theirs, newest first; none before an unknown one. */
export function noticesOf(db: Db, userId: string, page: { before: string | undefined; limit: number }) {
  const { before, limit } = page
  return db
    .selectFrom('user_notices')
    .select(['id', 'at', 'kind', 'title', 'body', 'path', 'read_at as readAt'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) =>
      query.where('id', '<', ({ selectFrom }) =>
        selectFrom('user_notices')
          .select('id')
          .where('id', '=', before ?? '')
          .where('user_id', '=', userId),
      ),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export async function countUnread(db: Db | Tx, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('user_notices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where('read_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Marks a user's notices up to one of theirs as read; returns false when they have no such notice. */
export async function markRead(tx: Tx, userId: string, upToId: string): Promise<boolean> {
  const known = await tx
    .selectFrom('user_notices')
    .select('id')
    .where('user_id', '=', userId)
    .where('id', '=', upToId)
    .executeTakeFirst()
  if (!known) return false
  await tx
    .updateTable('user_notices')
    .set({ read_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('id', '<=', upToId)
    .where('read_at', 'is', null)
    .execute()
  return true
}

/** Counts a user's notices whose key begins like this: a repeatable notice has its number at the end. */
export async function countByKey(tx: Tx, userId: string, prefix: string): Promise<number> {
  const { count } = await tx
    .selectFrom('user_notices')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('user_id', '=', userId)
    .where(sql<boolean>`starts_with(key, ${prefix})`)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** A user who can get email: the address is verified and the account open. */
export interface Reader {
  readonly name: string | null
  readonly email: string
}

/** Returns the user as a reader of email; undefined without a verified address. */
export async function readerOf(db: Db | Tx, userId: string): Promise<Reader | undefined> {
  const { rows } = await sql<Reader>`
    select p.name, p.email from profiles p join users u on u.id = p.user_id
    where p.user_id = ${userId} and p.email is not null and p.email_verified_at is not null
      and u.locked_at is null`.execute(db)
  return rows[0]
}

/** Returns true when the user gets email: only then do our texts promise one. */
export async function isEmailed(db: Db | Tx, userId: string): Promise<boolean> {
  return (await readerOf(db, userId)) !== undefined
}

/** Deletes notices added while their account was being closed. */
export async function purgeNotices(db: Db): Promise<void> {
  await db
    .deleteFrom('user_notices')
    .where('user_id', 'in', (eb) =>
      eb
        .selectFrom('users')
        .select('id')
        .where('closed_at', '>', sql<Date>`now() - interval '7 days'`),
    )
    .execute()
}
