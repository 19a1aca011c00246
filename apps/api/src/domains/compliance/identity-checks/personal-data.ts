import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { queueRedaction } from './queue.ts'

/** Returns a customer's tier and checks, for the data export. */
export async function exportIdentityChecks(db: Db, userId: string) {
  const tier = await db
    .selectFrom('customer_tiers')
    .select(['tier', 'until', 'since'])
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const checks = await db
    .selectFrom('identity_checks')
    .select(['provider', 'reference', 'country', 'state', 'reason', 'name', 'dob'])
    .select(['document_type as documentType', 'document_country as documentCountry'])
    .select(['document_expires as documentExpires', 'created_at as createdAt', 'updated_at as updatedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute()
  return { tier: tier ?? null, checks }
}

/**
 * Erases a closed account's checks, which the locked record now holds. Providers erase their data of an unsuccessful check;
 * for a document that a transfer or compliance work is based on, they keep the evidence required by law.
 */
export async function forgetIdentityChecks(tx: Tx, userId: string): Promise<void> {
  const gone = await tx
    .deleteFrom('identity_checks')
    .where('user_id', '=', userId)
    .returning(['provider', 'reference', 'person_key'])
    .execute()
  const { rows } = await sql<{ hasSent: boolean; hasWork: boolean }>`
    select exists (select from transfers where user_id = ${userId}) as "hasSent",
      exists (select from compliance_work_of(${userId}) where coalesce(kept_until, 'infinity') > now()) as "hasWork"`.execute(
    tx,
  )
  const [{ hasSent, hasWork } = { hasSent: false, hasWork: false }] = rows
  for (const { provider, reference, person_key: person } of gone)
    if (reference !== null && !hasWork && (person === null || !hasSent))
      await queueRedaction(tx, provider, reference)
  await tx.deleteFrom('customer_tiers').where('user_id', '=', userId).execute()
}
