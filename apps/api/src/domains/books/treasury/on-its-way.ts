import { isCurrencyCode, money, type CurrencyCode, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'

/**
 * The side that lacks a movement: `books` (a provider has it or may have it, our books do not), `list` (the card provider has
 * not listed it, so its fee and conversion are unknown), or `balance` (the balance was read before it).
 */
export type Missing = 'books' | 'list' | 'balance'

/** A movement in transit: missing in our books or in the provider's balance. */
export interface OnItsWay {
  readonly book: 'card_clearing' | 'payout_float' | 'collection_float'
  /** The wallet, as `walletName` names it. */
  readonly wallet: string
  /** The transfer's reference, or that of a movement without a transfer. */
  readonly reference: string
  readonly kind: string
  readonly at: Date
  /** Above zero. */
  readonly amount: Money
  /** Into our account at the provider, or out of it. */
  readonly direction: 'in' | 'out'
  readonly missing: Missing
}

/** The kind of a request to pay by a wallet. */
export const COLLECTED = 'collection'

/** Maximum clock difference between a provider and us. */
const SKEW = sql`interval '1 minute'`
/** Maximum delay until the card provider lists a movement. */
const LISTED_WITHIN = sql`interval '15 minutes'`

type Row = Omit<OnItsWay, 'amount' | 'direction'> & { readonly currency: string; readonly signed: bigint }

/** Returns since when either side may lack a movement. A value and not a subquery, so that PostgreSQL expects few rows. */
async function unlistedSince(db: Db, cardAccount: string): Promise<Date> {
  const { rows } = await sql<{ since: Date }>`
    select coalesce(max(read_upto), now()) - ${LISTED_WITHIN} as since from provider_reads where account = ${cardAccount}`.execute(
    db,
  )
  return rows[0]?.since ?? new Date(0)
}

/**
 * Selects charges that the card provider and our books know at different times: for each transfer that either side moved
 * recently, and each kind, the sum of one side less the sum of the other. Older differences are breaks, which the
 * reconciliation finds.
 */
const unmatched = (cardAccount: string, since: Date) => sql`
  with earlier as materialized (
    select floor_id, upto_xid from ledger_checkpoints where created_at < ${since} order by id desc limit 1
  ),
  lately as materialized (
    select p.transfer_id from ledger_postings p
    where p.created_at >= ${since} and 'card_clearing:' || p.currency in (p.from_account, p.to_account)
      and p.id > coalesce((select floor_id from earlier), 0)
      and p.xid >= coalesce((select upto_xid from earlier), '0') and p.xid <= '18446744073709551615'
  ),
  touched as materialized (
    select t.id, t.reference from transfers t where t.id in (
      select l.transfer_id from lately l
      union select b.transfer_id from booked_apart b where b.id in (select l.transfer_id from lately l)
      union select m.transfer_id from provider_movements m
        where m.account = ${cardAccount} and m.transfer_id is not null and m.occurred_at >= ${since})
  ),
  names (booked, listed) as (values ('capture', 'charge'), ('refund', 'refund'), ('refund_returned', 'refund_failure'),
    ('dispute', 'dispute'), ('dispute_won', 'dispute_reversal')),
  booked as (
    select o.transfer, n.listed as kind, p.currency, max(p.created_at) as at,
      sum(case when p.from_account = 'card_clearing:' || p.currency then p.amount else -p.amount end)::bigint as sum
    from (select id as transfer, id from touched
        union all select b.transfer_id, b.id from booked_apart b where b.transfer_id in (select id from touched)) o
      join ledger_entries e on e.transfer_id = o.id join names n on n.booked = e.kind
      join ledger_postings p on p.entry_id = e.id and p.transfer_id = o.id
    where 'card_clearing:' || p.currency in (p.from_account, p.to_account)
    group by 1, 2, 3
  ),
  listed as (
    select m.transfer_id as transfer, m.kind, m.currency, max(m.occurred_at) as at, sum(m.amount)::bigint as sum
    from provider_movements m
    where m.account = ${cardAccount} and m.transfer_id in (select id from touched) and m.kind in (select listed from names)
    group by 1, 2, 3
  )
  select 'card_clearing' as book, ${cardAccount} || '//' || currency as wallet, t.reference, kind,
    coalesce(b.at, l.at) as at, currency, coalesce(b.sum, 0) - coalesce(l.sum, 0) as signed,
    -- The side with the larger sum has the movement.
    case when abs(coalesce(b.sum, 0)) > abs(coalesce(l.sum, 0)) then 'list' else 'books' end as missing
  from booked b full join listed l using (transfer, kind, currency) join touched t on t.id = transfer
  where coalesce(b.sum, 0) <> coalesce(l.sum, 0)`

/** Selects movements that the card provider listed after the balance was read. */
const listedLater = (cardAccount: string) => sql`
  select 'card_clearing' as book, ${cardAccount} || '//' || m.other_currency as wallet,
    coalesce(t.reference, m.provider_id) as reference, m.kind, m.occurred_at as at, m.other_currency as currency,
    m.other_amount - m.fee as signed, 'balance' as missing
  from provider_movements m left join transfers t on t.id = m.transfer_id
  where m.account = ${cardAccount} and m.action_id is null and m.other_amount <> m.fee
    and m.occurred_at >= (select min(asked_at) from float_wallets where account = ${cardAccount}) - ${SKEW}`

/**
 * Selects wallet pay-outs that carriers may have paid but our books lack, and those in our books that an earlier balance may
 * lack. A pay-out by hand leaves no wallet.
 */
const PAYOUTS = sql`
  select 'payout_float' as book, concat_ws('/', r.account, r.country, r.currency) as wallet, t.reference, 'paid_out' as kind,
    t.state_changed_at as at, r.currency, -r.amount as signed,
    case t.state when 'sent' then 'balance' else 'books' end as missing
  from float_reservations r join transfers t on t.payout_reference = r.reference
  where r.account <> 'manual' and (t.state = 'sent' or (t.state in ('paying_out', 'payout_unknown')
    and (select a.outcome is distinct from 'rejected' from payout_attempts a
      where a.transfer_id = t.id order by a.id desc limit 1)))`

/**
 * Selects requests to pay by wallets that carriers may have completed but our books lack, and those in our books that an earlier
 * balance may lack. An open request is no money yet: nothing is planned with it.
 */
const COLLECTIONS = sql`
  select case when a.collector like '%-collection' then 'collection_float' else 'payout_float' end as book,
    concat_ws('/', w.account, w.country, w.currency) as wallet, t.reference, ${COLLECTED} as kind,
    coalesce(a.ended_at, a.recorded_at) as at, a.currency, coalesce(a.received, a.amount) as signed,
    case when a.state = 'completed' and e.id is not null then 'balance' else 'books' end as missing
  from collection_attempts a join transfers t on t.id = a.transfer_id
    join lateral (select * from float_wallets w where w.account = a.collector and w.currency = a.currency
      and w.country in (a.country, '') limit 1) w on true
    left join ledger_entries e on e.kind = 'capture'
      and e.transfer_id = case when t.collection_id = a.id then t.id else a.entry_id end
  where (a.state in ('sent', 'open') or (a.state = 'completed' and (e.id is null or e.created_at >= w.asked_at - ${SKEW})))
    and a.recorded_at > now() - interval '7 days'`

/**
 * Selects refunds to wallets that carriers may have made but our books lack, and those that an earlier balance may lack. MTN
 * refunds from its disbursement product.
 */
const WALLET_REFUNDS = sql`
  select 'payout_float' as book, concat_ws('/', w.account, w.country, w.currency) as wallet, t.reference, 'refund' as kind,
    coalesce(r.ended_at, r.sent_at) as at, w.currency, -r.amount as signed,
    case r.state when 'succeeded' then 'balance' else 'books' end as missing
  from collection_refunds r join collection_attempts a on a.id = r.attempt_id join transfers t on t.id = a.transfer_id
    join lateral (select * from float_wallets w where w.account = replace(a.collector, '-collection', '-disbursement')
      and w.currency = coalesce(a.received_currency, a.currency) and w.country in (a.country, '') limit 1) w on true
  where r.state = 'sent' or (r.state = 'succeeded' and r.ended_at >= w.asked_at - ${SKEW})`

/** Selects entries made by staff for an account after its balance was read. Money moved from collections arrives with the pay-outs. */
const ENTERED = (cardAccount: string) => sql`
  select case when m.account = ${cardAccount} then 'card_clearing' when m.account like '%-collection' then 'collection_float'
      else 'payout_float' end as book,
    concat_ws('/', w.account, w.country, w.currency) as wallet, m.provider_id as reference, m.kind, m.recorded_at as at,
    m.currency, case when m.kind = 'top_up' and m.account like '%-collection' then -m.other_amount else m.amount end as signed,
    'balance' as missing
  from provider_movements m join lateral (select * from float_wallets w
    where w.account = m.account and w.currency = m.currency order by w.country limit 1) w on true
  where m.action_id is not null and m.recorded_at >= w.asked_at - ${SKEW}
  union all
  select 'payout_float', concat_ws('/', w.account, w.country, w.currency), m.provider_id, m.kind, m.recorded_at, m.currency,
    m.amount, 'balance'
  from provider_movements m join lateral (select * from float_wallets w
    where w.account <> m.account and w.account like replace(m.account, '-collection', '%') and w.currency = m.currency
    order by w.account limit 1) w on true
  where m.action_id is not null and m.kind = 'top_up' and m.account like '%-collection'
    and m.recorded_at >= w.asked_at - ${SKEW}`

/**
 * Returns the movements that are not, or may not be, on both sides yet, oldest first. Treasury, floats and the comparison
 * with the providers all use these.
 */
export async function readOnItsWay(db: Db, cardAccount: string): Promise<readonly OnItsWay[]> {
  const found: OnItsWay[] = []
  const since = await unlistedSince(db, cardAccount)
  // One after the other: figures for staff need only one connection.
  for (const query of [
    ...[unmatched(cardAccount, since), listedLater(cardAccount), PAYOUTS, COLLECTIONS, WALLET_REFUNDS],
    ENTERED(cardAccount),
  ]) {
    const { rows } = await sql<Row>`${query}`.execute(db)
    for (const { currency, signed, ...row } of rows) {
      if (!isCurrencyCode(currency) || signed === 0n) continue
      const amount = money(signed < 0n ? -signed : signed, currency)
      found.push({ ...row, amount, direction: signed < 0n ? 'out' : 'in' })
    }
  }
  return found.toSorted((one, other) => one.at.getTime() - other.at.getTime())
}

/** Sums the amounts, in minor units. */
export const sumOnItsWay = (movements: readonly OnItsWay[]): bigint =>
  movements.reduce((sum, { amount }) => sum + amount.amount, 0n)

/**
 * Returns the movements of one of our accounts that are certainly in transit; adds the uncertain ones if the difference is
 * unknown or exceeds the sum of the certain ones. Movements that an earlier balance already contains are on both sides.
 */
export function neededFor(
  movements: readonly OnItsWay[],
  { book, currency }: { readonly book: OnItsWay['book']; readonly currency: CurrencyCode },
  difference: bigint | null,
): readonly OnItsWay[] {
  const own = movements.filter((one) => one.book === book && one.amount.currency === currency)
  const sure = own.filter(({ missing }) => missing !== 'balance')
  const size = difference === null ? null : difference < 0n ? -difference : difference
  return size !== null && size <= sumOnItsWay(sure) ? sure : own
}

/** Sums the amounts in transit of each wallet, by its name. */
export const sumByWallet = (movements: readonly OnItsWay[]): ReadonlyMap<string, bigint> =>
  new Map(
    [...Map.groupBy(movements, ({ wallet }) => wallet)].map(([wallet, own]) => [wallet, sumOnItsWay(own)]),
  )
