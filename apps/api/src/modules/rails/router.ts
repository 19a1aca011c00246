import type { DestinationCode, NetworkValue } from '@sesa/contract'
import { inTransaction, type Db } from '../../db/index.ts'
import { STALE_REQUEST, type PayoutRail } from '../transfers/index.ts'
import { pinRoute, readRoute, readRouteCandidates, type RouteCandidate } from './routes-store.ts'

/** The first way to a network that takes something now; undefined when none does. */
export function firstOpen(ways: readonly RouteCandidate[]): RouteCandidate | undefined {
  return ways.find((way) => way.closed === null)
}

/**
 * All configured rails as one. The rail of a pay-out is chosen when it is first sent, committed before anything goes
 * out, and never changed: a second rail could pay a second time. When no way is open the pay-out waits and goes out by
 * itself once one is.
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
    // A rail that was put on the way after the payment may want to know what its sender was never asked.
    const way = firstOpen(ways.filter(({ rail }) => isDeclared || !needSender.has(rail)))
    // Whom the law wants named does not leave unnamed by another rail: it waits until the details can be read again.
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
      // Of a rail that was taken out of the configuration nobody knows what it was sent before.
      return rails.get(name)?.send(request) ?? { outcome: 'unknown' }
    },
    async status(reference) {
      const name = await readRoute(db, reference)
      if (name === undefined) return { status: 'not_found' }
      // A rail that was taken out of the configuration still knows what became of it.
      return rails.get(name)?.status(reference) ?? { status: 'unknown' }
    },
  }
}
