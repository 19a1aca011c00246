import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** The current hash, and the user's details that a password must not consist of. */
export interface PasswordOwner {
  readonly hash: string | null
  readonly name: string | null
  readonly email: string | null
  readonly phone: string | null
}

export async function passwordOwner(db: Db, userId: string): Promise<PasswordOwner> {
  return db
    .selectFrom('users as u')
    .leftJoin('passwords as w', 'w.user_id', 'u.id')
    .leftJoin('profiles as p', 'p.user_id', 'u.id')
    .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
    .select(['w.hash', 'p.name', 'p.email', 'i.phone_number as phone'])
    .where('u.id', '=', userId)
    .executeTakeFirstOrThrow()
}

/** Locks and returns the stored hash until the transaction ends; null without a password. */
export async function lockPasswordHash(tx: Tx, userId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('passwords')
    .select('hash')
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirst()
  return row?.hash ?? null
}

/** Sets or replaces the password of an account. */
export async function storePassword(tx: Tx, userId: string, hash: string): Promise<void> {
  await tx
    .insertInto('passwords')
    .values({ user_id: userId, hash })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ hash, changed_at: sql`now()` }))
    .execute()
}

export async function forgetPassword(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('passwords').where('user_id', '=', userId).execute()
}
