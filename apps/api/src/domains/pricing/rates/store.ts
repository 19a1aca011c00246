import { sql, type Selectable } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
import type { PricingTables } from '../../../db/schema/pricing.ts'
import { FOREIGN, type Foreign } from './ports.ts'
import { usdRates, type CurrencyRate, type RateSnapshot } from './snapshot.ts'

/** Columns of `rate_snapshots` that say when each rate was given, and by which source. */
export const RATE_TIME_COLUMNS = [
  'rate_snapshots.as_of',
  'rate_snapshots.source',
  'rate_snapshots.usd_lrd',
  'rate_snapshots.usd_ghs',
  'rate_snapshots.usd_sle',
  'rate_snapshots.lrd_as_of',
  'rate_snapshots.lrd_source',
  'rate_snapshots.ghs_as_of',
  'rate_snapshots.ghs_source',
  'rate_snapshots.sle_as_of',
  'rate_snapshots.sle_source',
] as const

export type RateColumns = Omit<Selectable<PricingTables['rate_snapshots']>, 'id' | 'created_at'>

/** Returns each currency's rate with its own time and source. */
export function currencyRatesOf(row: RateColumns): Record<Foreign, CurrencyRate> {
  const of = (text: string, asOf: Date | null, source: string | null): CurrencyRate => ({
    text,
    asOf: asOf ?? row.as_of,
    source: source ?? row.source,
  })
  return {
    LRD: of(row.usd_lrd, row.lrd_as_of, row.lrd_source),
    GHS: of(row.usd_ghs, row.ghs_as_of, row.ghs_source),
    SLE: of(row.usd_sle, row.sle_as_of, row.sle_source),
  }
}

/** Returns the newest snapshot, and the currencies whose rate is older than `hours` by the database's clock. */
export async function newestSnapshot(
  db: Db,
  hours: number,
): Promise<{ snapshot: RateSnapshot; stale: readonly Foreign[] }> {
  const row = await db
    .selectFrom('rate_snapshots')
    .select(['id', ...RATE_TIME_COLUMNS])
    .select(sql<Date>`now() - make_interval(hours => ${hours}::int)`.as('oldest'))
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(ONE)
    // A migration seeds the first row and no role may delete one.
    .executeTakeFirstOrThrow()
  const snapshot = toSnapshot(row)
  return { snapshot, stale: FOREIGN.filter((currency) => snapshot.rates[currency].asOf < row.oldest) }
}

/** Returns the newest snapshot at least this many days old by the database's clock. */
export async function snapshotBefore(db: Db, days: number): Promise<RateSnapshot | null> {
  const row = await db
    .selectFrom('rate_snapshots')
    .select(['id', ...RATE_TIME_COLUMNS])
    .where('as_of', '<=', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(ONE)
    .executeTakeFirst()
  return row === undefined ? null : toSnapshot(row)
}

function toSnapshot(row: RateColumns & { readonly id: bigint }): RateSnapshot {
  const usd = usdRates({ LRD: row.usd_lrd, GHS: row.usd_ghs, SLE: row.usd_sle })
  return { id: row.id, asOf: row.as_of, usd, rates: currencyRatesOf(row) }
}

/**
 * Adds a snapshot. Its time is the newest one of its rates; where only an older rate is new, it lies a millisecond after the
 * last snapshot's, so that the new snapshot is the newest.
 */
export async function addSnapshot(
  tx: Tx,
  last: RateSnapshot,
  { LRD, GHS, SLE }: Readonly<Record<Foreign, CurrencyRate>>,
): Promise<void> {
  const [newest] = [LRD, GHS, SLE].toSorted((a, b) => b.asOf.getTime() - a.asOf.getTime())
  if (newest === undefined) return
  await tx
    .insertInto('rate_snapshots')
    .values({
      as_of: new Date(Math.max(newest.asOf.getTime(), last.asOf.getTime() + 1)),
      source: newest.source,
      ...{ usd_lrd: LRD.text, lrd_as_of: LRD.asOf, lrd_source: LRD.source },
      ...{ usd_ghs: GHS.text, ghs_as_of: GHS.asOf, ghs_source: GHS.source },
      ...{ usd_sle: SLE.text, sle_as_of: SLE.asOf, sle_source: SLE.source },
    })
    .execute()
}

/** Returns the age of each currency's newest rate, in seconds by the database's clock. */
export async function readRateAges(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ currency: Foreign; seconds: number }>`
    select rate.currency, extract(epoch from now() - rate.as_of)::int as seconds
    from (select * from rate_snapshots order by as_of desc, id desc limit 1) s
    cross join lateral (values
      ('LRD', coalesce(s.lrd_as_of, s.as_of)),
      ('GHS', coalesce(s.ghs_as_of, s.as_of)),
      ('SLE', coalesce(s.sle_as_of, s.as_of))) as rate (currency, as_of)`.execute(db)
  return new Map(rows.map(({ currency, seconds }) => [currency, seconds]))
}
