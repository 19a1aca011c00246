import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** Uses a proof up; false when it was used before. It is remembered until `expiresAt`, when it is worthless anyway. */
export async function spendProofOfWork(
  tx: Tx,
  digest: Buffer,
  expiresAt: RawBuilder<Date>,
): Promise<boolean> {
  const row = await tx
    .insertInto('spent_proofs')
    .values({ proof_hash: digest, expires_at: expiresAt })
    .onConflict((conflict) => conflict.doNothing())
    .returning('proof_hash')
    .executeTakeFirst()
  return row !== undefined
}

export async function purgeProofsOfWork(db: Db): Promise<void> {
  await db
    .deleteFrom('spent_proofs')
    .where('expires_at', '<', sql<Date>`now()`)
    .execute()
}
