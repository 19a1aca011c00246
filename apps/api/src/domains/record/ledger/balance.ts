import { money, type CurrencyCode, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Account, EntryKind } from './accounts.ts'

/** A booked entry, with its change of our debt to the customer; negative when we owe less. */
export interface BookedEntry {
  readonly transferId: string
  readonly kind: EntryKind
  readonly owed: Money
}

/** The transfer's postings are archived, so nothing can be decided from the books. */
export class BooksArchived extends Error {}

/** Returns the entries booked under these ids, in order. @throws BooksArchived. */
export async function bookedUnder(db: Db | Tx, ids: readonly string[]): Promise<readonly BookedEntry[]> {
  const { rows: archived } = await sql<{ id: string }>`
    select id from unnest(${ids}::uuid[]) as id where id < (select archived_before()) limit 1`.execute(db)
  if (archived[0] !== undefined)
    throw new BooksArchived(
      `The month of ${archived[0].id} is archived. Restore it: npm run sesa -- archive return`,
    )
  const { rows } = await sql<{ transfer_id: string; kind: EntryKind; currency: CurrencyCode; owed: bigint }>`
    select e.transfer_id, e.kind, coalesce(min(p.currency) filter (
        where 'customer:' || p.currency in (p.from_account, p.to_account)), min(p.currency)) as currency,
      sum(case when p.to_account = 'customer:' || p.currency then p.amount
        when p.from_account = 'customer:' || p.currency then -p.amount else 0 end)::bigint as owed
    from ledger_entries e join ledger_postings p on p.entry_id = e.id
    where e.transfer_id = any(${ids}::uuid[]) and p.transfer_id = any(${ids}::uuid[])
    group by e.id order by e.id`.execute(db)
  return rows.map((row) => ({
    transferId: row.transfer_id,
    kind: row.kind,
    owed: money(row.owed, row.currency),
  }))
}

/**
 * Returns the exact balances of accounts in minor units: all money in minus all money out, from the latest checkpoints and
 * the postings since, in one statement and therefore from one snapshot. The upper bound on xid excludes nothing; with it, the
 * planner sees a narrow range and uses the index.
 */
export async function balances(
  db: Db | Tx,
  accounts: readonly Account[],
): Promise<(account: Account) => bigint> {
  const { rows } = await sql<{ account: Account; balance: bigint }>`
    with latest as materialized (
      select wanted.account, coalesce(c.floor_id, 0) as floor_id, coalesce(c.upto_xid, '0') as upto_xid,
        coalesce(c.balance, 0) as balance
      from unnest(${accounts}::text[]) as wanted (account) left join lateral (
        select floor_id, upto_xid, balance from ledger_checkpoints where account = wanted.account order by id desc limit 1
      ) c on true
    ), recent as materialized (
      select id, xid, from_account, to_account, amount from ledger_postings
      where id > (select min(floor_id) from latest) and xid >= (select min(upto_xid) from latest)
        and xid <= '18446744073709551615' and (from_account = any (${accounts}::text[]) or to_account = any (${accounts}::text[]))
    )
    select account, (balance + coalesce((
      select sum(case when r.to_account = account then r.amount else -r.amount end) from recent r
      where account in (r.from_account, r.to_account) and r.id > floor_id and r.xid >= upto_xid), 0))::bigint as balance
    from latest`.execute(db)
  const found = new Map(rows.map((row) => [row.account, row.balance]))
  return (account) => found.get(account) ?? 0n
}

export const balance = async (db: Db | Tx, account: Account): Promise<bigint> =>
  (await balances(db, [account]))(account)
