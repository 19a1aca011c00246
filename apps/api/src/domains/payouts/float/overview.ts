import { money, toMajorNumber, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { storePolicy, type PolicyKind } from '../../record/index.ts'
import {
  availableIn,
  decideState,
  hoursLeft,
  usualOutflow,
  type DayOutflow,
  type FloatState,
  type Outflow,
} from './decide.ts'
import { readWallets, walletName, type StoredWallet, type WalletKey } from './store.ts'

/** A wallet as shown to staff. */
export interface WalletOverview extends StoredWallet {
  readonly state: FloatState
  /** The amount that can still be reserved; null when it is unknown. */
  readonly available: Money | null
  /** Sum of the reservations and the alert level. */
  readonly need: Money
  /** The amount below which staff are alerted; zero until staff set one. */
  readonly alertLevel: Money
  /** Its outflow on a usual day; null with under seven days of balances, and without pay-outs. */
  readonly usual: Outflow | null
  /** The largest pay-out that carriers take; null for a balance that pays nobody. */
  readonly largest: bigint | null
  /** Hours that the available amount lasts, at most 30 days; null without a forecast. */
  readonly hours: bigint | null
  /** The state of the last alert to staff. */
  readonly alerted: FloatState
}

interface Circumstances {
  alertLevel: bigint
  smallest: bigint
  largest: bigint
  alerted: FloatState
  /** True if a rail pays from this account, or refunds alone leave it: nothing fills it but top-ups. */
  isPaidFrom: boolean
  now: Date
}

/** The amount below which staff are alerted, in minor units, by wallet name. One person sets it. */
const ALERT_LEVEL: PolicyKind<bigint> = {
  kind: 'alert_level',
  read: (body) => ({ ok: true, value: BigInt((body as { readonly amount: string }).amount) }),
  summary: (amount) => ({ amount: String(amount) }),
}

async function readCircumstances(db: Db, wallet: WalletKey): Promise<Circumstances> {
  const { account, country, currency } = wallet
  const { rows } = await sql<Circumstances>`
    select coalesce((select body ->> 'amount' from policies
        where kind = ${ALERT_LEVEL.kind} and key = ${walletName(wallet)} order by version desc limit 1), '0')::bigint
        as "alertLevel",
      coalesce((select min(min_amount) from rail_terms where country = ${country} and currency = ${currency}), 0)::bigint
        as smallest,
      coalesce((select max(max_amount) from rail_terms where country = ${country} and currency = ${currency}), 0)::bigint
        as largest,
      (select state from float_wallets
        where (account, country, currency) = (${account}, ${country}, ${currency})) as alerted,
      ${account} like '%-disbursement' or exists (select from rail_terms where starts_with(rail, ${account})) as "isPaidFrom",
      now()`.execute(db)
  const [found] = rows
  if (found === undefined) throw new Error('No time from the database')
  return found
}

/** Returns a wallet's outflow on each of the last seven whole days (UTC) of its balances. A rise of the balance counts as zero. */
async function readOutflows(
  db: Db,
  { account, country, currency }: WalletKey,
): Promise<readonly DayOutflow[]> {
  const { rows } = await sql<DayOutflow>`
    with steps as (
      select (asked_at at time zone 'UTC')::date as day,
        greatest(lag(balance) over (order by asked_at) - balance, 0) as outflow
      from float_readings where (account, country, currency) = (${account}, ${country}, ${currency})
    ), today as (select (now() at time zone 'UTC')::date as day)
    select day::text as day, coalesce(sum(outflow), 0)::bigint as outflow from steps
    where day < (select day from today) and day >= (select day from today) - 7
      and day > (select min(day) from steps)
    group by day`.execute(db)
  return rows
}

async function describeWallet(db: Db, wallet: StoredWallet): Promise<WalletOverview> {
  const { alertLevel, alerted, now, isPaidFrom: pays, ...terms } = await readCircumstances(db, wallet)
  const available = availableIn(wallet)
  // The card provider pays its balance to our bank, and staff move what is only collected: neither outflow tells of pay-outs.
  const isPaidFrom = wallet.country !== '' && pays
  const smallest = isPaidFrom ? terms.smallest : 0n
  const largest = isPaidFrom ? terms.largest : null
  const usual = isPaidFrom ? usualOutflow(await readOutflows(db, wallet)) : null
  const hours = available === null || usual === null ? null : hoursLeft(available, usual, now)
  return {
    ...wallet,
    state: decideState(wallet, { smallest, largest, alertLevel, hours, pending: wallet.pending }),
    available: available === null ? null : money(available, wallet.currency),
    ...{ usual, largest },
    need: money(wallet.reserved + alertLevel, wallet.currency),
    alertLevel: money(alertLevel, wallet.currency),
    hours,
    alerted,
  }
}

/** Returns every wallet with its state and its forecast. */
export async function readFloat(db: Db): Promise<readonly WalletOverview[]> {
  const described: WalletOverview[] = []
  // One after the other: figures for staff need only one connection.
  for (const wallet of await readWallets(db)) described.push(await describeWallet(db, wallet))
  return described
}

/** Sets the amount below which staff are alerted. Returns false when there is no such wallet. */
export async function setAlertLevel(
  db: Db,
  wallet: WalletKey,
  level: Money,
  action: StaffAction,
): Promise<boolean> {
  if (!(await readWallets(db)).some((one) => walletName(one) === walletName(wallet))) return false
  const body = { amount: String(level.amount) }
  await storePolicy(db, ALERT_LEVEL, { key: walletName(wallet), body }, action)
  return true
}

/** Returns the known balances in major units, by wallet name. */
export function balanceGauge(wallets: readonly WalletOverview[]): ReadonlyMap<string, number> {
  return new Map(
    wallets.flatMap(({ balance, ...wallet }) =>
      balance === null ? [] : [[walletName(wallet), toMajorNumber(money(balance, wallet.currency))] as const],
    ),
  )
}

/** Returns the hours left of the wallets with a forecast, by wallet name. */
export function hoursGauge(wallets: readonly WalletOverview[]): ReadonlyMap<string, number> {
  return new Map(
    wallets.flatMap(({ hours, ...wallet }) =>
      hours === null ? [] : [[walletName(wallet), Number(hours)] as const],
    ),
  )
}
