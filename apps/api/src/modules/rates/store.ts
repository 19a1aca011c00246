import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { PricingTables } from '../../db/schema/pricing.ts'
import type { ProviderRates } from './ports.ts'
import { usdRates, type RateSnapshot } from './snapshot.ts'

/** Returns the newest snapshot, and whether it is older than `hours` by the database's clock. */
export async function newestSnapshot(
  db: Db,
  hours: number,
): Promise<{ snapshot: RateSnapshot; stale: boolean }> {
  const row = await db
    .selectFrom('rate_snapshots')
    .selectAll()
    .select(sql<boolean>`as_of < now() - make_interval(hours => ${hours}::int)`.as('stale'))
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    // A migration seeds the first row and no role may delete one.
    .executeTakeFirstOrThrow()
  return { snapshot: toSnapshot(row), stale: row.stale }
}

/** Returns the newest snapshot at least this many days old by the database's clock. */
export async function snapshotBefore(db: Db, days: number): Promise<RateSnapshot | null> {
  const row = await db
    .selectFrom('rate_snapshots')
    .selectAll()
    .where('as_of', '<=', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : toSnapshot(row)
}

function toSnapshot(row: Selectable<PricingTables['rate_snapshots']>): RateSnapshot {
  const usd = usdRates({ LRD: row.usd_lrd, GHS: row.usd_ghs, SLE: row.usd_sle })
  return { id: row.id, asOf: row.as_of, source: row.source, usd }
}

/** Adds a snapshot unless this source's rates of this time are already stored. */
export async function addSnapshot(tx: Tx, { asOf, source, usd }: ProviderRates): Promise<void> {
  await tx
    .insertInto('rate_snapshots')
    .values({ as_of: asOf, source, usd_lrd: usd.LRD, usd_ghs: usd.GHS, usd_sle: usd.SLE })
    .onConflict((conflict) => conflict.columns(['source', 'as_of']).doNothing())
    .execute()
}
