import type { Db, Tx } from '../../../db/index.ts'
import { readPolicy, type PolicyKind } from '../../record/index.ts'

/** The amount, in US cents, from which a release needs approval. */
export const RELEASE_THRESHOLD: PolicyKind<bigint> = {
  kind: 'release_threshold',
  read: (body) => ({ ok: true, value: BigInt((body as { readonly amount: string }).amount) }),
  summary: (amount) => ({ amount: String(amount) }),
}
export const RELEASE_THRESHOLD_KEY = 'release threshold'

/** Returns the amount, in US cents, from which a release needs approval. */
export async function readThreshold(db: Db | Tx): Promise<{ readonly amount: bigint; readonly since: Date }> {
  const stored = await readPolicy(db, RELEASE_THRESHOLD, RELEASE_THRESHOLD_KEY)
  return stored ? { amount: stored.value, since: stored.since } : { amount: 0n, since: new Date(0) }
}

/** Returns true if the release of a transfer needs approval; null when there is no such transfer. */
export async function takesTwo(db: Db, reference: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('transfers')
    .select('usd_amount')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row === undefined ? null : row.usd_amount >= (await readThreshold(db)).amount
}
