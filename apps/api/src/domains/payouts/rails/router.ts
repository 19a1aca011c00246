import type { Money } from '@sesa/money'
import type { Configuration } from '../../../db/configuration.ts'
import { inOneStatement, inTransaction, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { coversAfterRefunds, recordRefusal } from '../float/index.ts'
import {
  STALE_REQUEST,
  type FoundPayout,
  type PayoutRail,
  type PayoutRouter,
  type UnsentPayout,
} from '../../transfers/index.ts'
import { coveringRoutes, firstOpen } from './reservations.ts'
import { listRoutes, pinRoute, readRoute, withWallets, type RouteCandidate } from './routes-store.ts'
import type { Configured } from './terms.ts'

/** No request went out. */
const NO_RAIL: UnsentPayout = { outcome: 'rejected', code: 'NO_RAIL', next: 'final' }
const NO_RAIL_OPEN: UnsentPayout = { outcome: 'rejected', code: 'NO_RAIL_OPEN', next: 'retry' }
const FLOAT_EMPTY: UnsentPayout = { outcome: 'rejected', code: 'FLOAT_EMPTY', next: 'no_funds' }

/**
 * Chooses the route of a charged payout: the first open one whose wallet covers it in addition to all reservations. Otherwise
 * the first whose last balance is large enough once refunds are served: reservations may count pay-outs that the balance already
 * includes, and a wallet may have been topped up since the carrier refused another pay-out. The carrier decides.
 */
function chooseRoute(ways: readonly RouteCandidate[], amount: Money): RouteCandidate | undefined {
  const [covering] = coveringRoutes(ways, amount)
  return (
    covering ??
    ways.find(
      ({ closed, isEmpty, wallet }) =>
        (closed === null || isEmpty) && (wallet === null || coversAfterRefunds(wallet, amount.amount)),
    )
  )
}

/** Requests a pay-out's status from every rail. */
async function findPayout(rails: ReadonlyMap<string, PayoutRail>, reference: string): Promise<FoundPayout> {
  const answers = await Promise.all(
    [...rails].map(async ([rail, { status }]) => {
      const found = await callProvider('payouts.status', () => status(reference))
      return { ...found, rail }
    }),
  )
  const [one, ...more] = answers.filter(({ status }) => status !== 'not_found' && status !== 'unknown')
  if (more.length > 0) return { status: 'several' }
  if (one === undefined)
    return { status: answers.some(({ status }) => status === 'unknown') ? 'unknown' : 'not_found' }
  const { rail } = one
  if (one.status === 'failed') return { status: 'failed', code: one.code, rail }
  return { status: one.status === 'completed' ? 'completed' : 'pending', rail }
}

/**
 * Combines all configured rails into one. When no route is open, a payout waits until one opens. When the balances of all open
 * routes are known to be too small, nothing is sent.
 */
export function createRouter(
  db: Db,
  rails: ReadonlyMap<string, PayoutRail>,
  {
    configuration,
    needSender,
    accountOf,
  }: Pick<Configured, 'needSender' | 'accountOf'> & { readonly configuration: Configuration },
): PayoutRouter {
  const configured = [...rails.keys()]

  /** Requests from every rail a payout whose route may be lost, and stores the rail that has it. */
  async function findAndPin(reference: string): Promise<FoundPayout> {
    const found = await findPayout(rails, reference)
    if (!('rail' in found)) return found
    await inOneStatement(db, 'rails.fix_route', () => pinRoute(db, reference, found.rail))
    return found
  }

  return {
    async choose({ reference, country, network, amount, sender, declaration }, { rail, mayBeLost }, moment) {
      if (country === 'US') return NO_RAIL
      if (rail !== null) return { rail, account: null, isCounted: true }
      if (mayBeLost) {
        const found = await findAndPin(reference)
        if ('rail' in found) return { rail: found.rail, account: null, isCounted: true }
        if (found.status !== 'not_found') return { outcome: 'unknown' }
      }
      const to = { country, network }
      const all = listRoutes(await configuration.asOf(moment), { rails: configured, accountOf, to })
      // A rail added to the route after the payment may require details that the customer was not asked for.
      const usable = all.filter((way) => declaration !== null || !needSender.has(way.rail))
      const first = firstOpen(usable)
      const isCounted = first === undefined || moment.scarce.includes(first.account)
      const ways = isCounted ? await withWallets(db, usable, { except: reference }) : [first]
      const way = chooseRoute(ways, amount)
      if (way === undefined) {
        return ways.some(({ closed, isEmpty }) => closed === null || isEmpty) ? FLOAT_EMPTY : NO_RAIL_OPEN
      }
      // If this rail requires sender details, do not fall back to one that does not; wait until the details can be read again.
      if (needSender.has(way.rail) && !sender?.identity) return NO_RAIL_OPEN
      return { rail: way.rail, account: way.account, isCounted }
    },
    async send(request) {
      // This process may have been suspended since it recorded the request.
      if (!request.isFresh()) return STALE_REQUEST
      // A rail that is no longer configured may have got an earlier request: the outcome is unknown.
      const sent = (await rails.get(request.rail)?.send(request)) ?? { outcome: 'unknown' }
      if (sent.outcome === 'rejected' && sent.next === 'no_funds') {
        await inTransaction(db, 'rails.record_empty_float', (tx) => recordRefusal(tx, request.reference))
      }
      return sent
    },
    async status(reference, known) {
      const { rail, mayBeLost } = known ?? { rail: await readRoute(db, reference), mayBeLost: false }
      if (rail === null) {
        const found: FoundPayout = mayBeLost ? await findAndPin(reference) : { status: 'not_found' }
        if ('rail' in found) return found
        return { status: found.status === 'several' ? 'unknown' : found.status }
      }
      // A rail that is no longer configured may still have paid: the outcome is unknown, not `not_found`.
      return rails.get(rail)?.status(reference) ?? { status: 'unknown' }
    },
    find: (reference) => findPayout(rails, reference),
    pin: pinRoute,
  }
}
