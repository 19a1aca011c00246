import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { ContactMessage } from './input.ts'
import type { Topic } from './email-templates.ts'

/** Stores a message; returns false when the same message was already stored today (UTC). */
export async function insertEnquiry(tx: Tx, row: ContactMessage & { digest: Buffer }): Promise<boolean> {
  const kept = await tx
    .insertInto('enquiries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['digest', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** Stores an interest; returns false when it is already stored. */
export async function insertInterest(tx: Tx, topic: Topic, email: string): Promise<boolean> {
  const kept = await tx
    .insertInto('interests')
    .values({ topic, email })
    .onConflict((conflict) => conflict.doNothing())
    .returning('topic')
    .executeTakeFirst()
  return kept !== undefined
}

const ownInterests = (userId: string) => sql<boolean>`lower(email) in (
  select lower(p.email) from profiles p where p.user_id = ${userId} and p.email_verified_at is not null)`

/** Returns the interests of an account's confirmed address; an unconfirmed address may belong to another person. */
export async function interestsOf(db: Db, userId: string): Promise<{ topic: Topic; at: Date }[]> {
  return db
    .selectFrom('interests')
    .select(['topic', 'created_at as at'])
    .where(ownInterests(userId))
    .orderBy('topic')
    .execute()
}

/** Erases the interests of an account's address. Must run while the address still exists. */
export async function forgetInterests(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('interests').where(ownInterests(userId)).execute()
}
