import { sql } from 'kysely'
import { inTransaction, disableStatementTimeout, type Db } from '../../../db/index.ts'

/** Arbitrary lock number: keeps two processes from rebuilding the checkpoints at once. */
const REBUILD_LOCK = 7_361_003

/**
 * Adds one checkpoint per account. Its horizon is the oldest running transaction: every earlier one has
 * finished and is visible in this snapshot, so no posting is counted twice or missed. Adds nothing when
 * nothing new was booked.
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
 * Rebuilds the checkpoints of a restored dump from all postings and the archived sums, since transaction ids mean nothing in
 * another cluster; `floor_id` marks the end of the old ids. Call it before serving: nothing may be booked meanwhile.
 */
export async function rebuildCheckpointsAfterRestore(db: Db): Promise<void> {
  await inTransaction(db, 'ledger.adopt_cluster', async (tx) => {
    // Reads all postings, once in a cluster's life, which may exceed the statement timeout.
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
        union all
        select account, amount from archived_sums
      )
      insert into ledger_checkpoints (account, floor_id, upto_xid, balance, system_identifier)
      select a.code, newest.id, pg_snapshot_xmin(pg_current_snapshot()),
        coalesce((select sum(amount) from leg where leg.account = a.code), 0), here.system_identifier
      from ledger_accounts a cross join newest cross join pg_control_system() here
      where newest.id is not null and newest.system_identifier not in (0, here.system_identifier)`.execute(tx)
  })
}
