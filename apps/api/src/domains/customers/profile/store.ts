import { sql } from 'kysely'
import type { Profile } from '@sesa/contract'
import type { Db, Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'

/** The fields the customer can change. */
export interface Details {
  readonly name: string
  readonly email: string
  readonly gender: 'male' | 'female' | null
  readonly dob: string
}

/** Returns the profile in the contract's form; null before it is created. */
export async function readProfile(db: Db | Tx, userId: string): Promise<Profile | null> {
  const row = await db
    .selectFrom('profiles as p')
    .leftJoin('phone_identities as i', 'i.user_id', 'p.user_id')
    .select(['p.name', 'p.email', 'p.gender', 'p.dob', 'p.pending_email as pendingEmail'])
    .select(['i.phone_number as phoneNumber', 'i.country'])
    .select(sql<boolean>`p.email_verified_at is not null`.as('emailVerified'))
    .select(sql<boolean>`p.filled and i.phone_number is not null`.as('complete'))
    .where('p.user_id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}

/** Returns true once the customer has saved name, email and date of birth and has a number. */
export async function isProfileComplete(db: Db | Tx, userId: string): Promise<boolean> {
  return (await readProfile(db, userId))?.complete ?? false
}

/**
 * Creates an empty profile; returns false when there is one already. Throws Refused `unauthenticated` when the account was
 * closed or locked since the request was authorised.
 */
export async function insertProfile(tx: Tx, userId: string): Promise<boolean> {
  await requireOpenAccount(tx, userId)
  const row = await tx
    .insertInto('profiles')
    .values({ user_id: userId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst()
  return row !== undefined
}

/** Returns the database's date, in UTC. */
export async function databaseToday(tx: Tx): Promise<string> {
  const { rows } = await sql<{ today: string }>`select (now() at time zone 'UTC')::date as today`.execute(tx)
  const today = rows[0]?.today
  if (today === undefined) throw new Error('The database did not tell the date')
  return today
}

/** Locks and returns the stored details until the transaction ends. */
export async function lockDetails(tx: Tx, userId: string) {
  return tx
    .selectFrom('profiles')
    .select(['name', 'email', 'gender', 'dob', 'pending_email'])
    .select(sql<boolean>`email_verified_at is not null`.as('emailVerified'))
    .where('user_id', '=', userId)
    .forUpdate()
    .executeTakeFirstOrThrow()
}

export async function updateDetails(
  tx: Tx,
  userId: string,
  details: Omit<Details, 'email'> & { email: string | null; pending_email: string | null },
): Promise<void> {
  await tx
    .updateTable('profiles')
    .set({ ...details, updated_at: sql`now()` })
    .where('user_id', '=', userId)
    .execute()
}

/** Erases a profile and the messages already sent to its address. */
export async function forgetProfile(tx: Tx, userId: string): Promise<void> {
  const profile = await tx
    .deleteFrom('profiles')
    .where('user_id', '=', userId)
    .returning('email')
    .executeTakeFirst()
  if (profile?.email === undefined || profile.email === null) return
  await tx
    .deleteFrom('messages')
    .where('recipient', '=', profile.email)
    .where('state', '<>', 'queued')
    .execute()
}
