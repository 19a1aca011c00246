import type { Db, Tx } from '../../../db/index.ts'

/** Returns the amount from which a release takes two people, in US dollar cents. */
export async function readThreshold(db: Db | Tx): Promise<{ readonly amount: bigint; readonly since: Date }> {
  const row = await db
    .selectFrom('release_thresholds')
    .select(['amount', 'set_at as since'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? { amount: 0n, since: new Date(0) }
}

/** Returns whether the release of a transfer takes two people; null when there is no such transfer. */
export async function takesTwo(db: Db, reference: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('transfers')
    .select('usd_amount')
    .where('reference', '=', reference)
    .executeTakeFirst()
  return row === undefined ? null : row.usd_amount >= (await readThreshold(db)).amount
}
