import { sql } from 'kysely'
import { inTransaction, type Db } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'

/** Number of months for which partitions exist in advance. */
const AHEAD = 3
/** Cardholders can dispute a charge for up to 540 days, so the transfer's books may change until then. */
const KEPT_MONTHS = 18

/** Arbitrary lock number: keeps two commands from writing the same files. */
const LOCK = 7_361_010

/** The tables partitioned by month, as in `month_tables`. */
export const MONTHLY = ['ledger_postings', 'transfer_events'] as const
export type Monthly = (typeof MONTHLY)[number]

export type MonthState = 'kept' | 'sealed' | 'detached' | 'archived'

/** A month of postings and events. The first month has no `fromId`; it also holds all earlier rows. */
export interface Month {
  /** For example `2027-01`. */
  readonly month: string
  readonly fromId: string | null
  readonly toId: string
  readonly state: MonthState
  /** The time from which it may be archived. */
  readonly from: Date
  readonly isDue: boolean
  /** Size of tables and indexes in bytes; 0 once archived. */
  readonly bytes: bigint
}

/** Adds the partitions of the next months with the application's role. Skips existing ones. */
export async function makeMonths(db: Db): Promise<void> {
  await inTransaction(db, 'archive.make_months', async (tx) => {
    await sql`select make_months(${AHEAD}::integer)`.execute(tx)
  })
}

/** Returns how many of the next months have partitions without a gap. */
export async function countMonthsAhead(db: Db): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`
    with next as (
      select n, month_start_id((date_trunc('month', now() at time zone 'UTC') + n * interval '1 month') at time zone 'UTC') as id
      from generate_series(1, 12) n
    )
    select coalesce(min(n) filter (where tables < ${MONTHLY.length}::integer), 13)::int - 1 as ahead
    from (
      select n, (select count(*) from month_tables m where m.to_id > next.id and coalesce(m.from_id <= next.id, true)) as tables
      from next
    ) covered`.execute(db)
  return rows[0]?.ahead ?? 0
}

/** Returns the number of rows in the default partitions, by table. Their month has no partition or is archived. */
export async function countStrays(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ name: string; strays: number }>`
    select 'ledger_postings' as name, count(*)::int as strays from ledger_postings_other
    union all select 'transfer_events', count(*)::int from transfer_events_other`.execute(db)
  return new Map(rows.map(({ name, strays }) => [name, strays]))
}

/** Lists the months, oldest first. */
export async function listMonths(db: Db): Promise<readonly Month[]> {
  const { rows } = await sql<Month>`
    with kept as (
      select m.to_id, min(m.from_id::text) as from_id, sum(pg_total_relation_size(to_regclass(m.name)))::bigint as bytes
      from month_tables m group by m.to_id
    ), every as (
      select coalesce(kept.to_id, a.to_id) as to_id, kept.from_id, coalesce(a.state, 'kept') as state,
        coalesce(kept.bytes, 0) as bytes
      from kept full join archives a on a.to_id = kept.to_id
    ), ending as (
      -- An id begins with its time in milliseconds.
      select every.*, to_timestamp(('x' || lpad(replace(left(to_id::text, 13), '-', ''), 16, '0'))::bit(64)::bigint / 1000.0)
        at time zone 'UTC' as ends from every
    )
    select to_char(ends - interval '1 month', 'YYYY-MM') as month, from_id as "fromId", to_id as "toId", state, bytes,
      (ends + ${KEPT_MONTHS}::integer * interval '1 month') at time zone 'UTC' as from,
      (ends + ${KEPT_MONTHS}::integer * interval '1 month') at time zone 'UTC' <= now() as "isDue"
    from ending order by to_id`.execute(db)
  return rows
}

/** Returns the month, archived or not. @throws Refused when there is none. */
export function findMonth(months: readonly Month[], wanted: string): Month {
  const found = months.find(({ month }) => month === wanted)
  if (found === undefined)
    throw actionRefused(`There’s no month ${wanted}. See archive list; write months like 2027-01.`)
  return found
}

/** Runs an archive command under an exclusive lock. */
export function alone<T>(owner: Db, command: () => Promise<T>): Promise<T> {
  return owner.connection().execute(async (connection) => {
    const { rows } = await sql<{ isFree: boolean }>`select pg_try_advisory_lock(${LOCK}) as "isFree"`.execute(
      connection,
    )
    if (rows[0]?.isFree !== true)
      throw actionRefused('Another archive command is running. Wait until it ends.')
    try {
      return await command()
    } finally {
      await sql`select pg_advisory_unlock(${LOCK})`.execute(connection)
    }
  })
}
