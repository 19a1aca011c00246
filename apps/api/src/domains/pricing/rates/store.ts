import { byCurrency } from '@sesa/money'
import { sql } from 'kysely'
import type { ConfigurationPart } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
import { FOREIGN, type Foreign } from './ports.ts'
import { usdRates, type CurrencyRate, type RateSnapshot } from './snapshot.ts'

/** Selects the rates of a row of `rate_snapshots` by currency, each with its own time and source. */
export const SNAPSHOT_RATES = sql<StoredRates>`(
  select jsonb_object_agg(currency, jsonb_build_object('text', rate::text, 'asOf', as_of, 'source', source))
  from snapshot_rates where snapshot_id = rate_snapshots.id)`

interface StoredRate extends Omit<CurrencyRate, 'asOf'> {
  readonly asOf: string
}

/** The result of `SNAPSHOT_RATES`. */
export type StoredRates = Readonly<Record<Foreign, StoredRate>>

/** Returns each currency's rate with its own time and source. */
export function currencyRatesOf(stored: StoredRates): Record<Foreign, CurrencyRate> {
  return byCurrency(FOREIGN, (currency) => ({ ...stored[currency], asOf: new Date(stored[currency].asOf) }))
}

/** The newest rates, however old. */
export const NEWEST_RATES: ConfigurationPart<RateSnapshot> = {
  async read(db) {
    const row = await db
      .selectFrom('rate_snapshots')
      .select(['id', 'as_of', SNAPSHOT_RATES.as('rates')])
      .orderBy('as_of', 'desc')
      .orderBy('id', 'desc')
      .limit(ONE)
      // A migration seeds the first row and no role may delete one.
      .executeTakeFirstOrThrow()
    return toSnapshot(row)
  },
}

/** Returns the newest snapshot at least this many days old by the database's clock. */
export async function snapshotBefore(db: Db, days: number): Promise<RateSnapshot | null> {
  const row = await db
    .selectFrom('rate_snapshots')
    .select(['id', 'as_of', SNAPSHOT_RATES.as('rates')])
    .where('as_of', '<=', sql<Date>`now() - make_interval(days => ${days}::int)`)
    .orderBy('as_of', 'desc')
    .orderBy('id', 'desc')
    .limit(ONE)
    .executeTakeFirst()
  return row === undefined ? null : toSnapshot(row)
}

function toSnapshot({
  id,
  as_of,
  rates: stored,
}: {
  id: bigint
  as_of: Date
  rates: StoredRates
}): RateSnapshot {
  const rates = currencyRatesOf(stored)
  return { id, asOf: as_of, usd: usdRates(byCurrency(FOREIGN, (currency) => rates[currency].text)), rates }
}

/**
 * Adds a snapshot. Its time is the newest one of its rates; if only an older rate is new, it is a millisecond after the last
 * snapshot's, so that the new snapshot is the newest.
 */
export async function addSnapshot(
  tx: Tx,
  last: RateSnapshot,
  rates: Readonly<Record<Foreign, CurrencyRate>>,
): Promise<void> {
  const [newest] = FOREIGN.map((currency) => rates[currency]).toSorted(
    (a, b) => b.asOf.getTime() - a.asOf.getTime(),
  )
  if (newest === undefined) return
  const as_of = new Date(Math.max(newest.asOf.getTime(), last.asOf.getTime() + 1))
  const { id: snapshot_id } = await tx
    .insertInto('rate_snapshots')
    .values({ as_of, source: newest.source })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('snapshot_rates')
    .values(
      FOREIGN.map((currency) => {
        const { text, asOf, source } = rates[currency]
        return { snapshot_id, currency, rate: text, as_of: asOf, source }
      }),
    )
    .execute()
}

/** Returns the age of each currency's newest rate, in seconds by the database's clock. */
export async function readRateAges(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ currency: Foreign; seconds: number }>`
    select currency, extract(epoch from now() - as_of)::int as seconds from snapshot_rates
    where snapshot_id = (select id from rate_snapshots order by as_of desc, id desc limit 1)`.execute(db)
  return new Map(rows.map(({ currency, seconds }) => [currency, seconds]))
}
