import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** Returns our decisions about an account's payments, for its data export; without reasons, which may name other people. */
export async function exportFraud(db: Db, userId: string) {
  const holds = await db
    .selectFrom('account_holds')
    .select(['opened_at as openedAt', 'lifted_at as liftedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  const decisions = await db
    .selectFrom('fraud_decisions')
    .select(['decided_at as decidedAt', 'outcome'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
  return { holds, decisions }
}

/** Deletes the browsers of an account's payments. Holds and decisions stay, like the transfers. */
export async function forgetDevices(tx: Tx, userId: string): Promise<void> {
  await sql`delete from payment_devices d using transfers t
    where t.id = d.transfer_id and t.user_id = ${userId}`.execute(tx)
}
