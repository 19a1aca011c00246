import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../db/index.ts'

/** Rates of one US dollar, by currency. */
type Rates = Readonly<Record<'LRD' | 'GHS' | 'SLE', number | string>>

/** Adds a snapshot whose rates one source published at this time, such as sql`now()`. */
export async function storeRates(
  owner: Db,
  asOf: RawBuilder<Date>,
  source: string,
  rates: Rates,
): Promise<void> {
  await sql`
    with made as (insert into rate_snapshots (as_of, source) values (${asOf}, ${source}) returning id, as_of, source)
    insert into snapshot_rates (snapshot_id, currency, rate, as_of, source)
    select id, key, value::numeric, as_of, source
    from made, jsonb_each_text(${JSON.stringify(rates)}::jsonb)`.execute(owner)
}

/** Deletes all snapshots except this source's. */
export async function deleteRates(owner: Db, except = ''): Promise<void> {
  await sql`delete from snapshot_rates where snapshot_id in (select id from rate_snapshots where source <> ${except})`.execute(
    owner,
  )
  await sql`delete from rate_snapshots where source <> ${except}`.execute(owner)
}

/** Stores the rates of the days from `first` to `last`, unless they have some. */
export async function storeDays(
  owner: Db,
  first: RawBuilder<Date>,
  last: RawBuilder<Date>,
  source: string,
  rates: Rates,
): Promise<void> {
  await sql`
    insert into daily_rates (day, currency, rate, as_of, source)
    select d::date, key, value::numeric, d, ${source}
    from generate_series(${first}, ${last}, '1 day') d, jsonb_each_text(${JSON.stringify(rates)}::jsonb)
    on conflict do nothing`.execute(owner)
}
