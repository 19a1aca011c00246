import { money, type CurrencyCode, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, disableStatementTimeout, type Db, type Tx } from '../../db/index.ts'
import type { Cron } from '../../jobs/index.ts'
import type { Account, Entry, EntryKind } from './accounts.ts'

export type { Account, Entry } from './accounts.ts'

/** Any fixed number: it keeps two processes from rebuilding the checkpoints at once. */
const REBUILD_LOCK = 7_361_003

/**
 * Books an entry in the caller's transaction; legs of zero are left out. The same kind twice for one transfer breaks
 * a unique constraint and with it the transaction; so does an account that is not in the chart.
 * @throws RangeError when a leg is negative or nothing is left to book.
 */
export async function post(tx: Tx, entry: Entry): Promise<void> {
  const legs = entry.postings.filter(({ amount }) => amount.amount !== 0n)
  if (legs.length === 0 || legs.some(({ amount }) => amount.amount < 0n)) {
    throw new RangeError(`Nothing to book, or a negative leg, in ${entry.kind} of ${entry.transferId}`)
  }
  const booked = await sql`/* prepared: ledger.post */
    with entry as (
      insert into ledger_entries (transfer_id, kind) values (${entry.transferId}, ${entry.kind})
      returning id, transfer_id
    )
    insert into ledger_postings (entry_id, transfer_id, from_account, to_account, amount, currency)
    select entry.id, entry.transfer_id, source.code, target.code, leg.amount, leg.currency
    from entry
    cross join unnest(
      ${legs.map(({ from, amount }) => `${from}:${amount.currency}`)}::text[],
      ${legs.map(({ to, amount }) => `${to}:${amount.currency}`)}::text[],
      ${legs.map(({ amount }) => amount.amount)}::bigint[],
      ${legs.map(({ amount }) => amount.currency)}::text[]
    ) as leg (source, target, amount, currency)
    join ledger_accounts source on source.code = leg.source and source.currency = leg.currency
    join ledger_accounts target on target.code = leg.target and target.currency = leg.currency`.execute(tx)
  if (booked.numAffectedRows !== BigInt(legs.length)) {
    throw new RangeError(`An account of ${entry.kind} is not in the chart`)
  }
}

/** An entry as it stands in the books, with what it did to the sender's account: owed more, or less (negative). */
export interface BookedEntry {
  readonly transferId: string
  readonly kind: EntryKind
  readonly owed: Money
}

/** What has been booked under these ids, in order. */
export async function bookedUnder(tx: Tx, ids: readonly string[]): Promise<readonly BookedEntry[]> {
  const { rows } = await sql<{ transfer_id: string; kind: EntryKind; currency: CurrencyCode; owed: bigint }>`
    select e.transfer_id, e.kind, coalesce(min(p.currency) filter (
        where 'customer:' || p.currency in (p.from_account, p.to_account)), min(p.currency)) as currency,
      sum(case when p.to_account = 'customer:' || p.currency then p.amount
        when p.from_account = 'customer:' || p.currency then -p.amount else 0 end)::bigint as owed
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.transfer_id = any(${ids}::uuid[]) and p.transfer_id = any(${ids}::uuid[])
    group by e.id order by e.id`.execute(tx)
  return rows.map((row) => ({
    transferId: row.transfer_id,
    kind: row.kind,
    owed: money(row.owed, row.currency),
  }))
}

/**
 * The exact balance of an account in minor units: what came in minus what went out, by the latest checkpoint and the
 * postings since, in one statement and so from one snapshot. The upper bound on xid, which excludes nothing, lets the
 * planner see a narrow range and use the index.
 */
export async function balance(db: Db, account: Account): Promise<bigint> {
  const { rows } = await sql<{ balance: bigint }>`
    with latest as materialized (
      select floor_id, upto_xid, balance from ledger_checkpoints
      where account = ${account} order by id desc limit 1
    )
    select (coalesce((select balance from latest), 0) + coalesce(sum(
      case when to_account = ${account} then amount else -amount end), 0))::bigint as balance
    from ledger_postings
    where ${account} in (from_account, to_account)
      and id > coalesce((select floor_id from latest), 0)
      and xid >= coalesce((select upto_xid from latest), '0')
      and xid <= '18446744073709551615'`.execute(db)
  return rows[0]?.balance ?? 0n
}

/**
 * Adds one checkpoint per account. Its horizon is the oldest transaction still running: whatever lies before it is
 * finished and seen by this snapshot, so no posting is ever counted twice or missed. Nothing is added while nothing
 * was booked.
 */
export async function checkpoint(db: Db): Promise<void> {
  await inTransaction(db, 'ledger.checkpoint', async (tx) => {
    await sql`
      with horizon as materialized (
        select pg_snapshot_xmin(pg_current_snapshot()) as upto,
          (select system_identifier from pg_control_system()) as system_identifier
      ), previous as materialized (
        select a.code as account, coalesce(c.floor_id, 0) as floor_id, coalesce(c.upto_xid, '0') as upto_xid,
          coalesce(c.balance, 0) as balance
        from ledger_accounts a
        left join lateral (
          select floor_id, upto_xid, balance from ledger_checkpoints where account = a.code order by id desc limit 1
        ) c on true
      ), recent as materialized (
        select p.* from ledger_postings p, horizon
        where p.xid >= (select min(upto_xid) from previous) and p.xid < horizon.upto
          and p.id > (select min(floor_id) from previous)
      ), moved as (
        select account, sum(amount) as amount
        from (
          select r.to_account as account, r.amount, r.id, r.xid from recent r
          union all
          select r.from_account, -r.amount, r.id, r.xid from recent r
        ) leg
        join previous using (account)
        where leg.xid >= previous.upto_xid and leg.id > previous.floor_id
        group by account
      )
      insert into ledger_checkpoints (account, floor_id, upto_xid, balance, system_identifier)
      select previous.account, previous.floor_id, horizon.upto, previous.balance + coalesce(moved.amount, 0),
        horizon.system_identifier
      from previous cross join horizon left join moved using (account)
      where exists (select 1 from moved)`.execute(tx)
  })
}

/**
 * To be called before serving. Transaction ids mean nothing in another cluster, so in a restored dump the
 * checkpoints are made anew from all postings, with `floor_id` where the old ids end. Nothing may be booked meanwhile.
 */
export async function rebuildCheckpointsAfterRestore(db: Db): Promise<void> {
  await inTransaction(db, 'ledger.adopt_cluster', async (tx) => {
    // Reads all postings there are: once in a cluster's life that may take longer than a request's statement.
    await disableStatementTimeout(tx)
    await sql`select pg_advisory_xact_lock(${REBUILD_LOCK})`.execute(tx)
    await sql`
      with newest as (
        select max(id) as id, coalesce(
          (select system_identifier from ledger_checkpoints order by id desc limit 1), 0) as system_identifier
        from ledger_postings
      ), leg as (
        select to_account as account, amount from ledger_postings
        union all
        select from_account, -amount from ledger_postings
      )
      insert into ledger_checkpoints (account, floor_id, upto_xid, balance, system_identifier)
      select a.code, newest.id, pg_snapshot_xmin(pg_current_snapshot()),
        coalesce((select sum(amount) from leg where leg.account = a.code), 0), here.system_identifier
      from ledger_accounts a cross join newest cross join pg_control_system() here
      where newest.id is not null and newest.system_identifier not in (0, here.system_identifier)`.execute(tx)
  })
}

/** The ledger's work by the clock. */
export function ledgerCrons(db: Db): readonly Cron[] {
  return [{ task: 'ledger_checkpoint', pattern: '*/5 * * * *', run: () => checkpoint(db) }]
}
