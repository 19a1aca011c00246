import { CURRENCY_CODES, money, toMinorNumber } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'
import { balances } from '../record/index.ts'
import type { RateSnapshot } from '../pricing/index.ts'
import { inDollars, resultsOf, totalInDollars, type Sum } from './treasury/index.ts'

/** Today so far and the same hours a week ago, in US cents; null without rates. */
export interface ProfitSoFar {
  readonly now: number | null
  readonly before: number | null
}

/**
 * Reads the profit of today so far and of the same hours a week ago, at the newest rates. Reads the postings since the last
 * checkpoint before a week ago, as the daily close does.
 */
export async function readProfitSoFar(db: Db, rates: RateSnapshot | null): Promise<ProfitSoFar> {
  if (rates === null) return { now: null, before: null }
  const { rows } = await sql<Sum & { readonly isToday: boolean }>`
    with today as (select date_trunc('day', now() at time zone 'UTC') at time zone 'UTC' as begins),
    earlier as materialized (
      select floor_id, upto_xid from ledger_checkpoints, today
      where created_at < begins - interval '7 days' order by id desc limit 1
    ),
    moved as materialized (
      select p.created_at >= begins as "isToday", p.from_account, p.to_account, p.currency, p.amount
      from ledger_postings p, today
      where p.created_at >= begins - interval '7 days'
        and (p.created_at >= begins or p.created_at < now() - interval '7 days')
        and p.id > coalesce((select floor_id from earlier), 0)
        and p.xid >= coalesce((select upto_xid from earlier), '0')
        and p.xid <= '18446744073709551615'
    )
    select "isToday", split_part(account, ':', 1) as name, currency, sum(amount)::bigint as sum
    from (select "isToday", to_account as account, currency, amount from moved
      union all select "isToday", from_account, currency, -amount from moved) legs
    group by 1, 2, 3`.execute(db)
  const profitOf = (isToday: boolean): number =>
    toMinorNumber(totalInDollars(rates, resultsOf(rows.filter((row) => row.isToday === isToday))))
  return { now: profitOf(true), before: profitOf(false) }
}

/** Returns what we owe customers at the newest rates, in US cents; null without rates. */
export async function readOwed(db: Db, rates: RateSnapshot | null): Promise<number | null> {
  if (rates === null) return null
  const balanceOf = await balances(
    db,
    CURRENCY_CODES.map((currency) => `customer:${currency}` as const),
  )
  const sums = CURRENCY_CODES.map((currency) =>
    inDollars(rates, money(balanceOf(`customer:${currency}`), currency)),
  )
  return toMinorNumber(
    money(
      sums.reduce((sum, { amount }) => sum + amount, 0n),
      'USD',
    ),
  )
}
