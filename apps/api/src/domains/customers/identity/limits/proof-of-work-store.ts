import type { RawBuilder } from 'kysely'
import type { Tx } from '../../../../db/index.ts'

/**
 * Marks a proof of work as spent; returns false when it already was. Stored until `expiresAt`, when it becomes invalid
 * anyway.
 */
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
