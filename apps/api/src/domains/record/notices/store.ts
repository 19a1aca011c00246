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
 * Returns the statement that adds notices and returns their ids; it skips those that the account already has under the same
 * key, and those of a closed account: a transfer can still end after its sender has closed the account.
 */
export const insertNotices = (rows: readonly NewNotice[]) => sql<{
  id: string
  user_id: string
  key: string
}>`
  insert into user_notices (user_id, kind, key, title, body, path)
  select n.user_id, n.kind, n.key, n.title, n.body, n.path
  from unnest(${rows.map(({ user_id }) => user_id)}::uuid[], ${rows.map(({ kind }) => kind)}::text[],
      ${rows.map(({ key }) => key)}::text[], ${rows.map(({ title }) => title)}::text[],
      ${rows.map(({ body }) => body)}::text[], ${rows.map(({ path }) => path)}::text[])
    with ordinality n (user_id, kind, key, title, body, path, place)
  join users u on u.id = n.user_id and u.closed_at is null
  order by n.place
  on conflict (user_id, key) do nothing
  returning id, user_id, key`

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
