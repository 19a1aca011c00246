import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { inTransaction, type Db } from '../../db/index.ts'
import { STALE_REQUEST, type PayoutRail } from '../transfers/index.ts'
import { pinRoute, readRoute, readRouteCandidates, type RouteCandidate } from './routes-store.ts'

/** The first open route to a network; undefined when there is none. */
export function firstOpen(ways: readonly RouteCandidate[]): RouteCandidate | undefined {
  return ways.find((way) => way.closed === null)
}

/**
 * All configured rails as one. The rail of a payout is chosen when it is first sent, committed before anything goes
 * out, and never changed: a second rail could pay a second time. When no route is open the payout waits, and goes out
 * once one opens.
 */
export function createRouter(
  db: Db,
  rails: ReadonlyMap<string, PayoutRail>,
  needSender: ReadonlySet<string>,
): Pick<PayoutRail, 'send' | 'status'> {
  const configured = [...rails.keys()]

  async function choose(
    reference: string,
    to: { country: DestinationCode; network: NetworkValue },
    { isDeclared, isSenderTold }: { isDeclared: boolean; isSenderTold: boolean },
  ): Promise<string | undefined> {
    const fixed = await readRoute(db, reference)
    if (fixed !== undefined) return fixed
    const ways = await readRouteCandidates(db, configured, to)
    // A rail added to the route after the payment may require details that the customer was never asked for.
    const way = firstOpen(ways.filter(({ rail }) => isDeclared || !needSender.has(rail)))
    // If this rail requires sender details, do not fall back to one that does not; wait until the details can be read
    // again.
    if (way === undefined || (needSender.has(way.rail) && !isSenderTold)) return undefined
    return inTransaction(db, 'rails.fix_route', (tx) => pinRoute(tx, reference, way.rail))
  }

  return {
    async send(request) {
      const { country, network, sender, declaration } = request
      if (country === 'US') return { outcome: 'rejected', code: 'NO_RAIL', next: 'final' }
      const name = await choose(
        request.reference,
        { country, network },
        { isDeclared: declaration !== null, isSenderTold: !!sender?.identity },
      )
      if (name === undefined) return { outcome: 'rejected', code: 'NO_RAIL_OPEN', next: 'retry' }
      // The choice may have taken long: this process may have been stopped while it waited for the database.
      if (!request.isFresh()) return STALE_REQUEST
      // A rail no longer configured cannot say what was sent to it before.
      return rails.get(name)?.send(request) ?? { outcome: 'unknown' }
    },
    async status(reference) {
      const name = await readRoute(db, reference)
      if (name === undefined) return { status: 'not_found' }
      // A rail no longer configured still knows the outcome.
      return rails.get(name)?.status(reference) ?? { status: 'unknown' }
    },
  }
}
