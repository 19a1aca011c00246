import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { balances, type Account, type AccountName, type EntryKind } from '../../record/index.ts'
import type { RateSnapshot } from '../../pricing/index.ts'
import { resultsOf, totalInDollars, type Result, type Sum } from '../treasury/index.ts'
import type { AccountOfDay, CorridorOfDay, DayReport } from './report.ts'

const DAY_MS = 86_400_000

/** Consecutive days (UTC), for example `2026-11-25`, both included. */
export interface Days {
  readonly from: string
  readonly to: string
}

/** The books of a day: its accounts, and each corridor's income and costs. */
type Books = Pick<DayReport, 'accounts' | 'corridors'>

interface Corridor {
  readonly sender: CountryCode | null
  readonly recipient: CountryCode | null
}

/** The amount that entries of a kind moved from one account to another, for a corridor. */
interface Movement extends Corridor {
  /** Null after the last day. */
  readonly day: string | null
  readonly kind: EntryKind
  readonly from: Account
  readonly to: Account
  readonly sum: bigint
  /** Number of entries with their first posting here, so that each is counted once. */
  readonly entries: number
}

/** A movement from the view of one of its accounts: negative is outgoing. */
type Leg = Pick<Movement, 'day' | 'kind' | 'sum'> & { readonly account: Account }

const legsOf = (movements: readonly Movement[]): readonly Leg[] =>
  movements.flatMap(({ day, kind, from, to, sum }) => [
    { day, kind, account: to, sum },
    { day, kind, account: from, sum: -sum },
  ])

/** Returns the days in order. */
export function daysIn({ from, to }: Days): readonly string[] {
  const [first, last] = [from, to].map((day) => Date.parse(`${day}T00:00:00Z`)) as [number, number]
  return Array.from({ length: (last - first) / DAY_MS + 1 }, (_, nth) =>
    new Date(first + nth * DAY_MS).toISOString().slice(0, 10),
  )
}

/** Selects the start of a day (UTC). */
const beginOf = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/**
 * Sums up the postings since the start of the first day. Starts at the last checkpoint before that moment: later postings are
 * never behind its horizon, so the index on xid finds them whatever the size of the books. Provider movements, staff actions
 * and disputes belong to the corridor of their transfer. Entries are looked up before their postings are added up, and
 * without a sort: `count(distinct)` would sort every posting, which took most of the time.
 */
async function readMovements(tx: Tx, { from, to }: Days): Promise<readonly Movement[]> {
  const { rows } = await sql<Movement>`
    with earlier as materialized (
      select floor_id, upto_xid from ledger_checkpoints where created_at < ${beginOf(from)} order by id desc limit 1
    ),
    moved as materialized (
      select p.id, p.entry_id, p.transfer_id, p.from_account, p.to_account, p.amount, p.created_at
      from ledger_postings p
      where p.created_at >= ${beginOf(from)}
        and p.id > coalesce((select floor_id from earlier), 0)
        and p.xid >= coalesce((select upto_xid from earlier), '0')
        and p.xid <= '18446744073709551615'
    ),
    entries as materialized (
      select entry_id, transfer_id, min(id) as first_id, min(created_at) as created_at from moved group by 1, 2
    ),
    known as materialized (
      select n.entry_id, n.first_id, e.kind, t.sender_country as sender, t.country as recipient,
        case when n.created_at < ${endOf(to)} then (n.created_at at time zone 'UTC')::date end as day
      from entries n join ledger_entries e on e.id = n.entry_id
        left join provider_movements v on v.id = n.transfer_id
        left join booked_apart a on a.id = n.transfer_id
        left join transfers t on t.id = coalesce(v.transfer_id, a.transfer_id, n.transfer_id)
    )
    select k.day::text as day, k.sender, k.recipient, k.kind, m.from_account as from, m.to_account as to,
      sum(m.amount)::bigint as sum, count(*) filter (where m.id = k.first_id)::int as entries
    from known k join moved m on m.entry_id = k.entry_id
    group by k.day, k.sender, k.recipient, k.kind, m.from_account, m.to_account`.execute(tx)
  return rows
}

/** Sums legs by a key. */
function sumBy<Key>(legs: readonly Leg[], keyOf: (leg: Leg) => Key): ReadonlyMap<Key, bigint> {
  const sums = new Map<Key, bigint>()
  for (const leg of legs) {
    const key = keyOf(leg)
    sums.set(key, (sums.get(key) ?? 0n) + leg.sum)
  }
  return sums
}

/** Returns every account over each of the days, working back from the current balances. */
async function accountsOf(
  tx: Tx,
  days: readonly string[],
  movements: readonly Movement[],
): Promise<ReadonlyMap<string, readonly AccountOfDay[]>> {
  const { rows: all } = await sql<{ code: Account }>`select code from ledger_accounts order by code`.execute(
    tx,
  )
  const ofDay = Map.groupBy(legsOf(movements), ({ day }) => day)
  const changeOn = (day: string | null) => sumBy(ofDay.get(day) ?? [], ({ account }) => account)
  const later = changeOn(null)
  const closings = new Map<Account, bigint>()
  const balanceOf = await balances(
    tx,
    all.map(({ code }) => code),
  )
  for (const { code } of all) closings.set(code, balanceOf(code) - (later.get(code) ?? 0n))
  const books = new Map<string, readonly AccountOfDay[]>()
  for (const day of days.toReversed()) {
    const change = changeOn(day)
    const own = Map.groupBy(ofDay.get(day) ?? [], ({ account }) => account)
    const accounts = all.map(({ code }) => {
      const closing = closings.get(code) ?? 0n
      const opening = closing - (change.get(code) ?? 0n)
      // This day's opening balance is the previous day's closing balance.
      closings.set(code, opening)
      const kinds = [...sumBy(own.get(code) ?? [], ({ kind }) => kind)].toSorted(([one], [other]) =>
        one < other ? -1 : 1,
      )
      const entries = Object.fromEntries(kinds.map(([kind, sum]) => [kind, String(sum)]))
      return { account: code, opening: String(opening), entries, closing: String(closing) }
    })
    books.set(day, accounts)
  }
  return books
}

type Figure = Exclude<keyof CorridorOfDay['amounts'][number], 'currency'>

/** Where charges arrive, and refunds leave: at the card provider, or at a carrier. */
const CLEARINGS = ['card_clearing', 'payout_float', 'collection_float'] as const

/**
 * The accounts whose change is the amount of an entry of this kind, the figure that counts it, and whether the entry reverses
 * an earlier one: a returned refund is not a refund. Covers every entry that moves money between us and a card, a carrier or
 * a customer's bank, so the figures add up to those accounts' movements.
 */
const AMOUNTS = {
  capture: { accounts: CLEARINGS, figure: 'charged', takesBack: false },
  paid_out: { accounts: ['payout_float'], figure: 'paidOut', takesBack: false },
  late_payout: { accounts: ['payout_float'], figure: 'paidOut', takesBack: false },
  late_payout_undone: { accounts: ['payout_float'], figure: 'paidOut', takesBack: true },
  refund: { accounts: CLEARINGS, figure: 'refunded', takesBack: false },
  refund_returned: { accounts: CLEARINGS, figure: 'refunded', takesBack: true },
  repaid: { accounts: ['bank'], figure: 'repaid', takesBack: false },
  dispute: { accounts: ['card_clearing'], figure: 'disputed', takesBack: false },
  dispute_won: { accounts: ['card_clearing'], figure: 'disputed', takesBack: true },
} as const satisfies Partial<
  Record<EntryKind, { accounts: readonly AccountName[]; figure: Figure; takesBack: boolean }>
>
type AmountKind = keyof typeof AMOUNTS
const isAmountKind = (kind: string): kind is AmountKind => Object.hasOwn(AMOUNTS, kind)

const partsOf = (account: Account) => {
  const [name = '', currency = ''] = account.split(':')
  return { name, currency }
}

/** Returns the amounts charged, paid out, refunded, repaid and disputed, for each currency with any. */
function amountsOf(legs: readonly Leg[]): CorridorOfDay['amounts'] {
  const moved = legs.filter(
    ({ kind, account }) =>
      isAmountKind(kind) && AMOUNTS[kind].accounts.some((name) => name === partsOf(account).name),
  )
  const ofCurrency = Map.groupBy(moved, ({ account }) => partsOf(account).currency)
  return [...ofCurrency.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, own]) => {
      const sums = sumBy(own, ({ kind }) => (isAmountKind(kind) ? AMOUNTS[kind].figure : null))
      const of = (figure: Figure): string => String(sums.get(figure) ?? 0n)
      return {
        currency,
        // Incoming money is negative in these accounts.
        charged: String(-(sums.get('charged') ?? 0n)),
        ...{
          paidOut: of('paidOut'),
          refunded: of('refunded'),
          repaid: of('repaid'),
          disputed: of('disputed'),
        },
      }
    })
}

const written = (result: Result) => ({
  currency: result.currency,
  fees: String(result.fees.amount),
  margin: String(result.margin.amount),
  exchange: String(result.exchange.amount),
  providerFees: String(result.providerFees.amount),
  losses: String(result.losses.amount),
})

/** Returns a corridor's income and costs of a day. */
function corridorOf(
  movements: readonly Movement[],
  rates: RateSnapshot | null,
): Omit<CorridorOfDay, keyof Corridor> {
  const legs = legsOf(movements)
  const sums = [...sumBy(legs, ({ account }) => account)].map(([account, sum]): Sum => ({
    ...partsOf(account),
    sum,
  }))
  const results = resultsOf(sums)
  const count = (figure: Figure): number =>
    movements.reduce((total, { kind, entries }) => {
      if (!isAmountKind(kind) || AMOUNTS[kind].figure !== figure) return total
      return AMOUNTS[kind].takesBack ? total - entries : total + entries
    }, 0)
  return {
    ...{ charged: count('charged'), paidOut: count('paidOut'), refunded: count('refunded') },
    ...{ repaid: count('repaid'), disputed: count('disputed') },
    amounts: amountsOf(legs),
    results: results.map(written),
    inDollars: rates === null ? null : String(totalInDollars(rates, results).amount),
  }
}

/** Returns the corridors with bookings, in order. */
function corridorsOf(movements: readonly Movement[], rates: RateSnapshot | null): readonly CorridorOfDay[] {
  const keyOf = ({ sender, recipient }: Corridor): string => `${sender ?? ''} ${recipient ?? ''}`
  return [...Map.groupBy(movements, keyOf).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, own]) =>
      own.slice(0, 1).map(({ sender, recipient }) => ({ sender, recipient, ...corridorOf(own, rates) })),
    )
}

/** Reads the books of each of the days, in one pass over the postings since the first of them. Must run in one snapshot. */
export async function readBooks(
  tx: Tx,
  days: Days,
  rates: RateSnapshot | null,
): Promise<ReadonlyMap<string, Books>> {
  const movements = await readMovements(tx, days)
  const accounts = await accountsOf(tx, daysIn(days), movements)
  const ofDay = Map.groupBy(movements, ({ day }) => day)
  return new Map(
    [...accounts.entries()].map(([day, of]) => [
      day,
      { accounts: of, corridors: corridorsOf(ofDay.get(day) ?? [], rates) },
    ]),
  )
}

/** Reads the corridors of each of the days, without the accounts. */
export async function readCorridors(
  tx: Tx,
  days: Days,
  rates: RateSnapshot | null,
): Promise<ReadonlyMap<string, readonly CorridorOfDay[]>> {
  const ofDay = Map.groupBy(await readMovements(tx, days), ({ day }) => day)
  return new Map(daysIn(days).map((day) => [day, corridorsOf(ofDay.get(day) ?? [], rates)]))
}

/** Reads the books of one day. Must run in one snapshot. */
export async function readDay(tx: Tx, day: string, rates: RateSnapshot | null): Promise<Books> {
  const books = await readBooks(tx, { from: day, to: day }, rates)
  return books.get(day) ?? { accounts: [], corridors: [] }
}
