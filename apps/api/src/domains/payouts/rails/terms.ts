import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { compare, formatMoney, type Money } from '@sesa/money'
import type { Current } from '../../../db/configuration.ts'
import type { Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { TransfersDeps } from '../../transfers/index.ts'
import { coveringRoutes, firstOpen, refuseUncovered, reserveFloat } from './reservations.ts'
import { listRoutes, withWallets, type RouteCandidate, type RouteQuery } from './routes-store.ts'

/** A network's state as shown to customers before they pay. */
export interface NetworkState {
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** The reason for closing it; null when it is open. */
  readonly closed: string | null
  readonly bounds: RouteCandidate['bounds']
  /** True if the rail that pays out there requires sender details. */
  readonly needsSender: boolean
}

/** This deployment's rails by name, and those that require sender details. */
export interface Configured extends Pick<RouteQuery, 'rails' | 'accountOf'> {
  readonly needSender: ReadonlySet<string>
}

const NO_WAY = 'Sending to this network is not open yet. Choose another network.'

function stateOf(
  ways: readonly RouteCandidate[],
  { needSender }: Configured,
): Pick<NetworkState, 'closed' | 'bounds' | 'needsSender'> {
  const open = firstOpen(ways)
  if (open === undefined) return { closed: ways[0]?.closed ?? NO_WAY, bounds: null, needsSender: false }
  return { closed: null, bounds: open.bounds, needsSender: needSender.has(open.rail) }
}

/** Returns the state of every network in the table, by the configured rails and what their wallets hold now. */
export async function networkStates(
  db: Db,
  configured: Configured,
  current: Current,
): Promise<NetworkState[]> {
  return statesOf(await withWallets(db, listRoutes(current, configured)), configured)
}

function statesOf(routes: readonly RouteCandidate[], configured: Configured): NetworkState[] {
  const byNetwork = Map.groupBy(routes, ({ country, network }) => `${country}/${network}`)
  return [...byNetwork.values()].flatMap((ways) => {
    const [first] = ways
    return first === undefined
      ? []
      : [{ country: first.country, network: first.network, ...stateOf(ways, configured) }]
  })
}

/**
 * Returns the widest bounds of each country's open networks, whatever their wallets hold: the smallest minimum and the
 * largest maximum.
 */
export function payoutBounds(
  configured: Configured,
  current: Current,
): Map<DestinationCode, NonNullable<RouteCandidate['bounds']>> {
  const byCountry = new Map<DestinationCode, NonNullable<RouteCandidate['bounds']>>()
  for (const { country, bounds } of statesOf(listRoutes(current, configured), configured)) {
    if (bounds === null) continue
    const { minimum, maximum } = byCountry.get(country) ?? bounds
    byCountry.set(country, {
      minimum: compare(bounds.minimum, minimum) < 0 ? bounds.minimum : minimum,
      maximum: compare(bounds.maximum, maximum) > 0 ? bounds.maximum : maximum,
    })
  }
  return byCountry
}

/**
 * Refuses a payout that could not start now, before the customer pays: `network_unavailable` when no rail to the network is
 * open or none has the money, `amount_below_minimum` and `amount_above_limit` outside the network's bounds. Reads the wallets
 * only if the first open route has one of the accounts whose wallet for the pay-out is not ample (`scarce`).
 */
export async function requireOpen(
  db: Db,
  configured: Configured,
  to: { readonly country: DestinationCode; readonly network: NetworkValue },
  amount: Money,
  current: Current,
  scarce: readonly string[],
): ReturnType<NonNullable<TransfersDeps['requireOpen']>> {
  const routes = listRoutes(current, { ...configured, to })
  const first = firstOpen(routes)
  const isSure = first !== undefined && !scarce.includes(first.account)
  const ways = isSure ? [first] : await withWallets(db, routes)
  const covering = coveringRoutes(ways, amount)
  const { closed, bounds, needsSender } = stateOf(covering.length > 0 ? covering : ways, configured)
  if (closed !== null) throw new Refused('network_unavailable', { field: 'network', message: closed })
  if (bounds !== null) requireWithin(bounds, amount)
  if (covering.length === 0) refuseUncovered()
  const usable = needsSender ? covering : covering.filter(({ rail }) => !configured.needSender.has(rail))
  const { country } = to
  const [{ account, wallet } = { account: null, wallet: null }] = usable
  return {
    needsSender,
    account: wallet?.isAmple === false ? null : account,
    reserve: (tx, reference) => reserveFloat(tx, usable, { reference, country, amount }),
  }
}

function requireWithin(bounds: NonNullable<RouteCandidate['bounds']>, amount: Money): void {
  if (compare(amount, bounds.minimum) < 0) {
    const message = `Minimum ${formatMoney(bounds.minimum)} for this network. Enter more.`
    throw new Refused('amount_below_minimum', { field: 'receiveAmount', message })
  }
  if (compare(amount, bounds.maximum) > 0) {
    const message = `Maximum ${formatMoney(bounds.maximum)} for this network. Enter less, or choose another network.`
    throw new Refused('amount_above_limit', { field: 'receiveAmount', message })
  }
}
