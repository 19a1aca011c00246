import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { money, type CurrencyCode, type Money } from '@sesa/money'
import { sql } from 'kysely'
import type { ConfigurationPart, Current } from '../../../db/configuration.ts'
import type { Db, Tx } from '../../../db/index.ts'
import { railClosedWords } from '../../pricing/index.ts'
import { coversPayout, readWallets, walletName, type StoredWallet } from '../float/index.ts'
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
  /** The wallet that pays; null for none, and until it is read. */
  readonly wallet: StoredWallet | null
}

/** The wanted routes. */
export interface RouteQuery {
  readonly rails: readonly string[]
  /** Returns the provider account from which a rail pays; rails may share one. */
  accountOf(rail: string): string
  /** Only the routes to this network. */
  readonly to?: { readonly country: DestinationCode; readonly network: NetworkValue } | undefined
}

/** A rail without an answer for this long counts as down. */
const SILENCE_MS = 10 * 60_000

const DOWN = 'This network isn’t available right now. Try again in a few minutes.'
const NO_FLOAT = 'We can’t send to this network right now. Try again later, or choose another network.'

/** A route as set by staff, with the terms of its rail, which are null until the rail has reported them. */
interface Way extends Pick<RouteCandidate, 'country' | 'network' | 'position' | 'rail'> {
  readonly offReason: string | null
  readonly open: boolean | null
  readonly currency: CurrencyCode | null
  readonly least: bigint | null
  readonly most: bigint | null
  /** True if the rail's answer lacks this network. */
  readonly isMissing: boolean
  /** True if the rail was asked and has never answered. */
  readonly isUnheard: boolean
  /** The last answer of a rail that did not answer since; null for one that answers. */
  readonly silentSince: Date | null
}

/** The routes of every network in the order set by staff. */
export const ROUTES: ConfigurationPart<readonly Way[]> = {
  async read(db) {
    const { rows } = await sql<Way>`
      select way.country, way.network, way.position, way.rail, way.off_reason as "offReason",
        terms.open, terms.currency, terms.min_amount as least, terms.max_amount as most,
        health.answered_at is not null and terms.rail is null as "isMissing",
        health.rail is not null and health.answered_at is null as "isUnheard",
        case when health.asked_at > health.answered_at then health.answered_at end as "silentSince"
      from network_rails way
        left join rail_terms terms
          on (terms.rail, terms.country, terms.network) = (way.rail, way.country, way.network)
        left join rail_health health on health.rail = way.rail
      order by way.country, way.network, way.position`.execute(db)
    return rows
  },
}

/** Lists routes by network and position, whatever their wallets hold. */
export function listRoutes(current: Current, { rails, accountOf, to }: RouteQuery): RouteCandidate[] {
  const isWanted = ({ rail, country, network }: Way): boolean =>
    rails.includes(rail) && (to === undefined || (country === to.country && network === to.network))
  return current.snapshot
    .of(ROUTES)
    .filter(isWanted)
    .map((way) => toCandidate(way, accountOf(way.rail), current))
}

function toCandidate(way: Way, account: string, current: Current): RouteCandidate {
  const { country, network, position, rail, currency, least, most, silentSince } = way
  const planned = railClosedWords(current, way)
  const isSilent =
    way.isUnheard || (silentSince !== null && silentSince.getTime() < current.now.getTime() - SILENCE_MS)
  const isDown = isSilent || way.isMissing || way.open === false
  return {
    ...{ country, network, position, rail, account, wallet: null },
    closed: way.offReason ?? planned ?? (isDown ? DOWN : null),
    isOff: way.offReason !== null,
    isPlanned: way.offReason === null && planned !== null,
    isEmpty: false,
    bounds:
      currency === null || least === null || most === null
        ? null
        : { minimum: money(least, currency), maximum: money(most, currency) },
  }
}

/**
 * Returns the routes with the wallets that pay, read now: those whose wallet holds too little for any pay-out are closed.
 * Ignores the reservation of the pay-out `except`. Reads nothing without routes.
 */
export async function withWallets(
  db: Db | Tx,
  ways: readonly RouteCandidate[],
  { except }: { readonly except?: string } = {},
): Promise<RouteCandidate[]> {
  const payable = ways.filter(({ bounds }) => bounds !== null)
  const countries = new Set(payable.map(({ country }) => country))
  const [country] = countries
  if (country === undefined) return [...ways]
  const wallets = await readWallets(db, {
    accounts: [...new Set(payable.map(({ account }) => account))],
    ...(countries.size === 1 && { country }),
    ...(except !== undefined && { except }),
  })
  const byName = new Map(wallets.map((one) => [walletName(one), one]))
  return ways.map((way) => {
    const { account, bounds, closed } = way
    if (bounds === null) return way
    const { currency, amount: least } = bounds.minimum
    const wallet = byName.get(walletName({ account, country: way.country, currency })) ?? null
    const isEmpty = wallet !== null && !coversPayout(wallet, least)
    return {
      ...way,
      wallet,
      closed: closed ?? (isEmpty ? NO_FLOAT : null),
      isEmpty: closed === null && isEmpty,
    }
  })
}

/**
 * Replaces the stored terms of a rail; without terms, only records that the rail did not answer. Writes only what differs,
 * since each change of terms makes every process read the configuration again.
 */
export async function keepTerms(tx: Tx, rail: string, terms: readonly NetworkTerms[] | null): Promise<void> {
  const answered = terms !== null
  await sql`
    insert into rail_health (rail, asked_at, answered_at) values (${rail}, now(), case when ${answered} then now() end)
    on conflict (rail) do update set asked_at = now(),
      answered_at = coalesce(excluded.answered_at, rail_health.answered_at)`.execute(tx)
  if (terms === null) return
  const rows = terms.map(({ country, network, open, minimum, maximum }) => ({
    ...{ rail, country, network, open, currency: minimum.currency },
    ...{ min_amount: String(minimum.amount), max_amount: String(maximum.amount) },
  }))
  await sql`
    with given as (select * from jsonb_populate_recordset(null::rail_terms, ${JSON.stringify(rows)}::jsonb)),
      gone as (
        delete from rail_terms old where rail = ${rail} and not exists (select from given
          where (given.country, given.network) = (old.country, old.network)))
    insert into rail_terms as kept select * from given
    on conflict (rail, country, network) do update set open = excluded.open, currency = excluded.currency,
      min_amount = excluded.min_amount, max_amount = excluded.max_amount
      where kept is distinct from excluded`.execute(tx)
}

/** Returns the rail of a payout; null before it is chosen. */
export async function readRoute(db: Db | Tx, reference: string): Promise<string | null> {
  const { rows } = await sql<{ rail: string }>`
    select rail from payout_routes where reference = ${reference}`.execute(db)
  return rows[0]?.rail ?? null
}

/** Pins the rail of a payout that a rail already has; an earlier pin stays. Returns the rail. */
export async function pinRoute(db: Db | Tx, reference: string, rail: string): Promise<string> {
  const { rows } = await sql`
    insert into payout_routes (reference, rail) values (${reference}, ${rail})
    on conflict do nothing returning 1`.execute(db)
  if (rows.length > 0) return rail
  // A separate statement: the one above does not see rows that another worker wrote while it waited.
  const fixed = await readRoute(db, reference)
  if (fixed === null) throw new Error(`Pay-out ${reference} has a rail that cannot be read`)
  return fixed
}
