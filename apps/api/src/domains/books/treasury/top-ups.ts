import { convert, divide, money, type CurrencyCode, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { planTopUp, walletName, WHOLE, type TopUp, type WalletOverview } from '../../payouts/index.ts'
import { midRate, type RateSnapshot } from '../../pricing/index.ts'
import { COLLECTED, type OnItsWay } from './on-its-way.ts'

/** A planned top-up, and what it takes from our bank; null without rates. */
export interface PlannedTopUp extends TopUp {
  readonly pays: Money | null
}

interface Past {
  readonly account: string
  readonly currency: CurrencyCode
  /** The currency in which the last top-up left our bank; null before the first. */
  readonly paysIn: CurrencyCode | null
  /** The sum of top-ups that await a second person, or are being booked. */
  readonly asked: bigint
  readonly now: Date
}

async function readPast(db: Db): Promise<readonly Past[]> {
  const { rows } = await sql<Past>`
    select w.account, w.currency,
      (select m.other_currency from provider_movements m
        where m.kind = 'top_up' and m.action_id is not null and (m.account, m.currency) = (w.account, w.currency)
        order by m.id desc limit 1) as "paysIn",
      (select coalesce(sum((a.payload::jsonb #>> '{arrived,amount}')::bigint), 0)::bigint from approvals a
        where a.action = 'book_treasury_entry' and (a.state = 'approved' or (a.state = 'pending' and a.expires_at > now()))
          and a.payload::jsonb ->> 'kind' = 'top_up' and a.payload::jsonb ->> 'account' = w.account
          and a.payload::jsonb #>> '{arrived,currency}' = w.currency) as asked,
      now()
    from (select distinct account, currency from float_wallets where country <> '') w`.execute(db)
  return rows
}

/** Returns what an amount costs in a currency, rounded up to whole units. */
function costOf(amount: Money, currency: CurrencyCode, rates: RateSnapshot): Money {
  const { amount: minor } = convert(amount, midRate(rates, amount.currency, currency), 'up')
  return money(divide(minor, WHOLE, 'up') * WHOLE, currency)
}

/**
 * Plans the top-ups of the wallets, by wallet name. What is already on its way in, or asked for, is not planned again.
 */
export async function planTopUps(
  db: Db,
  {
    wallets,
    movements,
    rates,
  }: {
    readonly wallets: readonly WalletOverview[]
    readonly movements: readonly OnItsWay[]
    readonly rates: RateSnapshot | null
  },
): Promise<ReadonlyMap<string, PlannedTopUp>> {
  const past = await readPast(db)
  const planned = new Map<string, PlannedTopUp>()
  for (const wallet of wallets) {
    const { account, currency, available, usual, largest } = wallet
    const known = past.find((one) => one.account === account && one.currency === currency)
    if (largest === null || known === undefined) continue
    const name = walletName(wallet)
    const arriving = movements
      .filter((one) => one.wallet === name && one.direction === 'in' && one.kind !== COLLECTED)
      .reduce((sum, { amount }) => sum + amount.amount, known.asked)
    const plan = planTopUp({ available: available?.amount ?? null, usual, largest, arriving }, known.now)
    if (plan === null) continue
    const pays = rates && costOf(money(plan.amount, currency), known.paysIn ?? 'USD', rates)
    planned.set(name, { ...plan, pays })
  }
  return planned
}
