import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { ContactMessage } from './input.ts'
import type { Topic } from './mails.ts'

/** False when the same message was kept today (UTC) already. */
export async function insertEnquiry(tx: Tx, row: ContactMessage & { digest: Buffer }): Promise<boolean> {
  const kept = await tx
    .insertInto('enquiries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['digest', 'day']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return kept !== undefined
}

/** False when this interest is known. */
export async function insertInterest(tx: Tx, topic: Topic, email: string): Promise<boolean> {
  const kept = await tx
    .insertInto('interests')
    .values({ topic, email })
    .onConflict((conflict) => conflict.doNothing())
    .returning('topic')
    .executeTakeFirst()
  return kept !== undefined
}

/** Forgets messages after two years. */
export async function purgeEnquiries(db: Db): Promise<void> {
  await db
    .deleteFrom('enquiries')
    .where('created_at', '<', sql<Date>`now() - interval '2 years'`)
    .execute()
}
