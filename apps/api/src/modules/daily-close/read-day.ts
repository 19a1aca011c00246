import type { CountryCode } from '@sesa/contract'
import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { balance, type Account, type EntryKind } from '../ledger/index.ts'
import type { RateSnapshot } from '../rates/index.ts'
import { resultsOf, totalInDollars, type Result, type Sum } from '../treasury/index.ts'
import type { AccountOfDay, CorridorOfDay } from './report.ts'

/** The moment (UTC) at which a day begins. */
const beginOf = (day: string) => sql`(${day}::date::timestamp at time zone 'UTC')`
const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/**
 * The postings since the day began: from the last checkpoint before it, whose horizon no later posting is behind. The
 * index on xid then leads to them, whatever the books hold.
 */
const since = (day: string) => sql`
  earlier as materialized (
    select floor_id, upto_xid from ledger_checkpoints where created_at < ${beginOf(day)} order by id desc limit 1
  ),
  moved as materialized (
    select p.entry_id, p.transfer_id, p.from_account, p.to_account, p.amount, p.currency,
      p.created_at < ${endOf(day)} as of_day
    from ledger_postings p
    where p.created_at >= ${beginOf(day)}
      and p.id > coalesce((select floor_id from earlier), 0)
      and p.xid >= coalesce((select upto_xid from earlier), '0')
      and p.xid <= '18446744073709551615'
  )`

const legs = sql`lateral (values (m.to_account, m.amount), (m.from_account, -m.amount)) as leg (account, amount)`

/** Returns every account of the books over a day (UTC) that is over. Needs one snapshot. */
export async function readAccounts(tx: Tx, day: string): Promise<readonly AccountOfDay[]> {
  const { rows } = await sql<{ account: string; kind: EntryKind; ofDay: boolean; sum: bigint }>`
    with ${since(day)}
    select leg.account, e.kind, m.of_day as "ofDay", sum(leg.amount)::bigint as sum
    from moved m join ledger_entries e on e.id = m.entry_id, ${legs}
    group by 1, 2, 3 order by 1, 2`.execute(tx)
  const { rows: all } = await sql<{ code: Account }>`select code from ledger_accounts order by code`.execute(
    tx,
  )
  const accounts: AccountOfDay[] = []
  for (const { code } of all) {
    const own = rows.filter(({ account }) => account === code)
    const later = own.filter(({ ofDay }) => !ofDay)
    const ofDay = own.filter((one) => one.ofDay)
    const closing = (await balance(tx, code)) - later.reduce((total, { sum }) => total + sum, 0n)
    const opening = closing - ofDay.reduce((total, { sum }) => total + sum, 0n)
    const entries = Object.fromEntries(ofDay.map(({ kind, sum }) => [kind, String(sum)]))
    accounts.push({ account: code, opening: String(opening), entries, closing: String(closing) })
  }
  return accounts
}

/** The account whose change says how much an entry of the kind moved. */
const MOVED_BY = {
  capture: 'card_clearing',
  paid_out: 'payout_float',
  refund: 'card_clearing',
  dispute: 'card_clearing',
}
type Amounts = CorridorOfDay['amounts'][number]
const AMOUNT_OF = {
  capture: 'charged',
  paid_out: 'paidOut',
  refund: 'refunded',
  dispute: 'disputed',
} as const satisfies Record<keyof typeof MOVED_BY, Exclude<keyof Amounts, 'currency'>>

interface Moved {
  readonly kind: keyof typeof MOVED_BY
  readonly currency: string
  readonly sum: bigint
}

/** Returns what was charged, paid out, refunded and disputed in each currency in which anything was. */
function amountsOf(moved: readonly Moved[]): readonly Amounts[] {
  const currencies = [...new Set(moved.map(({ currency }) => currency))].toSorted()
  return currencies.map((currency) => {
    const of = { charged: '0', paidOut: '0', refunded: '0', disputed: '0' }
    for (const one of moved) if (one.currency === currency) of[AMOUNT_OF[one.kind]] = String(one.sum)
    return { currency, ...of }
  })
}

interface Corridor {
  readonly sender: CountryCode | null
  readonly recipient: CountryCode | null
}

const written = (result: Result) => ({
  currency: result.currency,
  fees: String(result.fees.amount),
  margin: String(result.margin.amount),
  exchange: String(result.exchange.amount),
  providerFees: String(result.providerFees.amount),
  losses: String(result.losses.amount),
})

/** Returns what each corridor earned and cost in a day (UTC). A movement at a provider belongs to its transfer. */
export async function readCorridors(
  tx: Tx,
  day: string,
  rates: RateSnapshot | null,
): Promise<readonly CorridorOfDay[]> {
  const corridorOf = sql`left join provider_movements v on v.id = m.transfer_id
    left join operator_actions a on a.id = m.transfer_id
    left join transfers t on t.id = coalesce(v.transfer_id, a.transfer_id, m.transfer_id)`
  const { rows: sums } = await sql<Corridor & Sum>`
    with ${since(day)}
    select t.sender_country as sender, t.country as recipient, split_part(leg.account, ':', 1) as name, m.currency,
      sum(leg.amount)::bigint as sum
    from moved m ${corridorOf}, ${legs}
    where m.of_day and split_part(leg.account, ':', 1) in ('fee', 'margin', 'fx', 'provider_fees', 'losses')
    group by 1, 2, 3, 4`.execute(tx)
  const { rows: counts } = await sql<Corridor & { kind: EntryKind; count: number }>`
    with ${since(day)}
    select t.sender_country as sender, t.country as recipient, e.kind, count(distinct e.id)::int as count
    from moved m join ledger_entries e on e.id = m.entry_id ${corridorOf}
    where m.of_day group by 1, 2, 3`.execute(tx)
  const { rows: moved } = await sql<Corridor & Moved>`
    with ${since(day)}
    select t.sender_country as sender, t.country as recipient, e.kind, m.currency, abs(sum(leg.amount))::bigint as sum
    from moved m join ledger_entries e on e.id = m.entry_id ${corridorOf}, ${legs}
    where m.of_day and (e.kind, split_part(leg.account, ':', 1)) in (select * from unnest(
      ${Object.keys(MOVED_BY)}::text[], ${Object.values(MOVED_BY)}::text[]))
    group by 1, 2, 3, 4`.execute(tx)
  const keyOf = ({ sender, recipient }: Corridor): string => `${sender ?? ''} ${recipient ?? ''}`
  const corridors = new Map([...sums, ...counts].map((one) => [keyOf(one), one]))
  return [...corridors.entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, { sender, recipient }]) => {
      const results = resultsOf(sums.filter((one) => keyOf(one) === key))
      const count = (kind: EntryKind): number =>
        counts.find((one) => keyOf(one) === key && one.kind === kind)?.count ?? 0
      return {
        ...{ sender, recipient },
        ...{ charged: count('capture'), paidOut: count('paid_out') },
        ...{ refunded: count('refund'), disputed: count('dispute') },
        amounts: amountsOf(moved.filter((one) => keyOf(one) === key)),
        results: results.map(written),
        inDollars: rates === null ? null : String(totalInDollars(rates, results).amount),
      }
    })
}
