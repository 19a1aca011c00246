import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { compare, formatMoney, type Money } from '@sesa/money'
import type { Db } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { firstOpen } from './router.ts'
import { readRouteCandidates, type RouteCandidate } from './routes-store.ts'

/** What senders are told of a network before they pay. */
export interface NetworkState {
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** Why nothing can be sent to it now; null when something can. */
  readonly closed: string | null
  readonly bounds: RouteCandidate['bounds']
  /** The rail that pays out there has to be told who sends and why. */
  readonly needsSender: boolean
}

/** The rails of this deployment by name, and which of them have to be told who sends. */
export interface Configured {
  readonly names: readonly string[]
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

/** The state of every network that is in the table, by the rails that are configured. */
export async function networkStates(db: Db, configured: Configured): Promise<NetworkState[]> {
  const byNetwork = Map.groupBy(
    await readRouteCandidates(db, configured.names),
    ({ country, network }) => `${country}/${network}`,
  )
  return [...byNetwork.values()].flatMap((ways) => {
    const [first] = ways
    return first === undefined
      ? []
      : [{ country: first.country, network: first.network, ...stateOf(ways, configured) }]
  })
}

/** What the open networks of each country take together: the smallest minimum, the largest maximum. */
export async function payoutBounds(
  db: Db,
  configured: Configured,
): Promise<Map<DestinationCode, NonNullable<RouteCandidate['bounds']>>> {
  const byCountry = new Map<DestinationCode, NonNullable<RouteCandidate['bounds']>>()
  for (const { country, bounds } of await networkStates(db, configured)) {
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
 * Refuses a pay-out that could not begin now, before anybody pays: `network_unavailable` when no rail to the network is
 * open, `amount_below_minimum` and `amount_above_limit` beyond what the network takes. Answers whether the rail that
 * is first now has to be told who sends.
 */
export async function requireOpen(
  db: Db,
  configured: Configured,
  to: { readonly country: DestinationCode; readonly network: NetworkValue },
  amount: Money,
): Promise<{ readonly needsSender: boolean }> {
  const { closed, bounds, needsSender } = stateOf(
    await readRouteCandidates(db, configured.names, to),
    configured,
  )
  if (closed !== null) throw new Refused('network_unavailable', { field: 'network', message: closed })
  if (bounds === null) return { needsSender }
  if (compare(amount, bounds.minimum) < 0) {
    const message = `The smallest amount that this network takes is ${formatMoney(bounds.minimum)}.`
    throw new Refused('amount_below_minimum', { field: 'receiveAmount', message })
  }
  if (compare(amount, bounds.maximum) > 0) {
    const message = `The largest amount that this network takes at once is ${formatMoney(bounds.maximum)}.`
    throw new Refused('amount_above_limit', { field: 'receiveAmount', message })
  }
  return { needsSender }
}
