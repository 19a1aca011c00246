import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { money, type CurrencyCode, type Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { railClosedWords } from '../../pricing/index.ts'
import { coversPayout, walletFacts, type StoredWallet } from '../float/index.ts'
import type { NetworkTerms } from './ports.ts'

/** One route to a network, in the order set by staff and with the terms of the rail. */
export interface RouteCandidate {
  readonly country: DestinationCode
  readonly network: NetworkValue
  readonly position: number
  readonly rail: string
  /** The reason shown to customers for accepting nothing now; null when open. */
  readonly closed: string | null
  /** Payout bounds; null until the rail has reported them. */
  readonly bounds: { readonly minimum: Money; readonly maximum: Money } | null
  /** The provider account that pays. */
  readonly account: string
  /** True if staff closed it. */
  readonly isOff: boolean
  /** True during a planned closing. */
  readonly isPlanned: boolean
  /** True if it is closed only because its wallet holds too little for any pay-out. */
  readonly isEmpty: boolean
  /** The wallet that pays; null for none. */
  readonly wallet: StoredWallet | null
}

/** The rails and networks of the wanted routes. */
export interface RouteQuery {
  readonly rails: readonly string[]
  /** Returns the provider account from which a rail pays; rails may share one. */
  accountOf(rail: string): string
  /** Only the routes to this network. */
  readonly to?: { readonly country: DestinationCode; readonly network: NetworkValue } | undefined
  /** A pay-out whose own reservation is ignored. */
  readonly except?: string
}

/** A rail without an answer for this long counts as down. */
const SILENCE = sql`interval '10 minutes'`

const DOWN = 'This network isn’t available right now. Try again in a few minutes.'
const NO_FLOAT = 'We can’t send to this network right now. Try again later, or choose another network.'

/** Lists routes by network and position. */
export async function readRouteCandidates(db: Db | Tx, query: RouteQuery): Promise<RouteCandidate[]> {
  if (query.rails.length === 0) return []
  return (await routesQuery(query).execute(db)).rows.map(toCandidate)
}

/** Returns the query behind `readRouteCandidates`. Reads only the reservations of the wallets that these routes pay from. */
export function routesQuery({ rails, accountOf, to, except }: RouteQuery): RawBuilder<Way> {
  // Constants of a deployment, so that PostgreSQL keeps one plan.
  const accounts = [...new Set(rails.map(accountOf))]
  const payers = sql.join(rails.map((rail) => sql`(${sql.lit(rail)}, ${sql.lit(accountOf(rail))})`))
  return sql<Way>`
    with wallet as materialized (${walletFacts(except ?? null, { accounts, country: to?.country })})
    select way.country, way.network, way.position, way.rail, way.off_reason as "offReason",
      ${railClosedWords} as "plannedWords", payer.account,
      terms.open, terms.currency, terms.min_amount as least, terms.max_amount as most,
      health.answered_at is not null and terms.rail is null as "isMissing",
      coalesce(health.asked_at > coalesce(health.answered_at, '-infinity')
        and coalesce(health.answered_at, '-infinity') < now() - ${SILENCE}, false) as "isSilent",
      wallet.account is not null as "hasWallet", wallet.balance, wallet.reserved, wallet.pending,
      wallet."isRefused", wallet."isAmple", wallet."askedAt"
    from network_rails way
      join (values ${payers}) as payer (rail, account) on payer.rail = way.rail
      left join rail_terms terms
        on (terms.rail, terms.country, terms.network) = (way.rail, way.country, way.network)
      left join rail_health health on health.rail = way.rail
      left join wallet
        on (wallet.account, wallet.country, wallet.currency) = (payer.account, way.country, terms.currency)
    ${to === undefined ? sql`` : sql`where (way.country, way.network) = (${to.country}, ${to.network})`}
    order by way.country, way.network, way.position`
}

/** A route with the terms of its rail, which are null until the rail has reported them, and the wallet that pays. */
interface Way extends Pick<RouteCandidate, 'country' | 'network' | 'position' | 'rail' | 'account'> {
  readonly offReason: string | null
  /** Words of a current planned closing. */
  readonly plannedWords: string | null
  readonly open: boolean | null
  readonly currency: CurrencyCode | null
  readonly least: bigint | null
  readonly most: bigint | null
  /** True if the rail's answer lacks this network. */
  readonly isMissing: boolean
  readonly isSilent: boolean
  readonly hasWallet: boolean
  /** The wallet's columns; without a wallet all are null, and with one only the balance can be. */
  readonly balance: bigint | null
  readonly reserved: bigint | null
  readonly pending: bigint | null
  readonly isRefused: boolean | null
  readonly isAmple: boolean | null
  readonly askedAt: Date | null
}

function walletOf({ account, country, currency, ...row }: Way): StoredWallet | null {
  if (!row.hasWallet || currency === null) return null
  return {
    ...{ account, country, currency },
    balance: row.balance,
    reserved: row.reserved ?? 0n,
    pending: row.pending ?? 0n,
    isRefused: row.isRefused === true,
    isAmple: row.isAmple === true,
    askedAt: row.askedAt,
  }
}

function toCandidate(way: Way): RouteCandidate {
  const { country, network, position, rail, account, currency, least, most } = way
  const wallet = walletOf(way)
  const isEmpty = wallet !== null && least !== null && !coversPayout(wallet, least)
  const shut = way.offReason ?? way.plannedWords
  const down = shut ?? (way.isSilent || way.isMissing || way.open === false ? DOWN : null)
  return {
    ...{ country, network, position, rail, account, wallet },
    closed: down ?? (isEmpty ? NO_FLOAT : null),
    isOff: way.offReason !== null,
    isPlanned: way.offReason === null && way.plannedWords !== null,
    isEmpty: down === null && isEmpty,
    bounds:
      currency === null || least === null || most === null
        ? null
        : { minimum: money(least, currency), maximum: money(most, currency) },
  }
}

/** Replaces the stored terms of a rail; without terms, only records that the rail did not answer. */
export async function keepTerms(tx: Tx, rail: string, terms: readonly NetworkTerms[] | null): Promise<void> {
  const answered = terms !== null
  await sql`
    insert into rail_health (rail, asked_at, answered_at) values (${rail}, now(), case when ${answered} then now() end)
    on conflict (rail) do update set asked_at = now(),
      answered_at = coalesce(excluded.answered_at, rail_health.answered_at)`.execute(tx)
  if (terms === null) return
  await tx.deleteFrom('rail_terms').where('rail', '=', rail).execute()
  if (terms.length === 0) return
  await tx
    .insertInto('rail_terms')
    .values(
      terms.map(({ country, network, open, minimum, maximum }) => ({
        rail,
        country,
        network,
        open,
        currency: minimum.currency,
        min_amount: minimum.amount,
        max_amount: maximum.amount,
      })),
    )
    .execute()
}

/** Returns the rail of a payout; undefined before it is chosen. */
async function readRoute(db: Db | Tx, reference: string): Promise<string | undefined> {
  const { rows } = await sql<{ rail: string }>`
    select rail from payout_routes where reference = ${reference}`.execute(db)
  return rows[0]?.rail
}

/**
 * Returns the rail of a payout; null before it is chosen. `mayBeLost`: it has none, and its charge is older than this run of
 * the database, which may have been restored from a backup made before the choice.
 */
export async function readLostRoute(
  db: Db,
  reference: string,
  chargedAt: Date | null,
): Promise<{ readonly rail: string | null; readonly mayBeLost: boolean }> {
  const { rows } = await sql<{
    rail: string | null
    mayBeLost: boolean
  }>`
    select route.rail, route.rail is null
      and coalesce(${chargedAt}::timestamptz < pg_postmaster_start_time(), false) as "mayBeLost"
    from (select (select rail from payout_routes where reference = ${reference}) as rail) route`.execute(db)
  return rows[0] ?? { rail: null, mayBeLost: true }
}

/** Pins the rail of a payout, and changes its reservation in the same statement; an earlier pin stays. Returns the rail. */
export async function pinRoute(
  db: Db | Tx,
  reference: string,
  rail: string,
  reservation?: RawBuilder<unknown>,
): Promise<string> {
  const pin = sql`
    insert into payout_routes (reference, rail) values (${reference}, ${rail}) on conflict do nothing returning 1`
  const statement = reservation === undefined ? pin : sql`with reserved as (${reservation}) ${pin}`
  const { rows } = await statement.execute(db)
  if (rows.length > 0) return rail
  // A separate statement: the one above does not see rows that another worker wrote while it waited.
  const fixed = await readRoute(db, reference)
  if (fixed === undefined) throw new Error(`Pay-out ${reference} has a rail that cannot be read`)
  return fixed
}
