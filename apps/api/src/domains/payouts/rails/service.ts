import type { DestinationCode, NetworkValue } from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Configuration, Current } from '../../../db/configuration.ts'
import { inTransaction, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { FloatSource } from '../float/index.ts'
import type { PayoutRail, PayoutRouter } from '../../transfers/index.ts'
import { refreshTerms, type TermsRefresh } from '../refresh.ts'
import { createManualRail } from './manual.ts'
import type {
  CallbackSetupSource,
  NetworkPrediction,
  TermsSource,
  UnknownCarriersSource,
  WalletCheck,
  WalletStatus,
} from './ports.ts'
import { createRouter } from './router.ts'
import { keepTerms, listRoutes } from './routes-store.ts'
import { networkStates, payoutBounds, requireOpen, type NetworkState } from './terms.ts'

/** A configured payout rail. */
export interface Rail {
  readonly payouts: PayoutRail
  /** Fetches its networks and their bounds. */
  readonly terms: TermsSource
  /** Fetches the carriers that `terms` leaves out; only on a rail with its own names. */
  readonly unknownCarriers?: UnknownCarriersSource
  /** Fetches its callback settings; only on a rail whose account holds our address. */
  readonly callbackSetup?: CallbackSetupSource
  /** Looks up a wallet's holder, if the rail supports it. */
  readonly wallets?: WalletCheck
  /** Predicts a number's network; one of the rails that share an account is enough. */
  readonly prediction?: NetworkPrediction
  /** Reads the balances of its account; only on one of the rails that share an account. */
  readonly float?: FloatSource
  /** True if it requires sender details and a declaration. */
  readonly needsSender?: true
}

export interface RailsModule extends TermsRefresh {
  /** All rails as one, routed by the staff's table. */
  readonly router: PayoutRouter
  /** Names of this deployment's rails, including the manual queue. */
  readonly configured: readonly string[]
  /** Refuses a payout that could not start now; see `requireOpen` in terms.ts. */
  requireOpen(
    to: { country: DestinationCode; network: NetworkValue },
    amount: Money,
    current: Current,
    scarce: readonly string[],
  ): ReturnType<typeof requireOpen>
  /** Returns the state of every network; see `networkStates` in terms.ts. */
  networks(current: Current): Promise<NetworkState[]>
  /** Returns the bounds of each country; see `payoutBounds` in terms.ts. */
  bounds(current: Current): ReturnType<typeof payoutBounds>
  /**
   * Checks a wallet before payment; `unsupported` when none of its network's rails reports holders. Without `current` it reads
   * which rails are open now.
   */
  checkWallet(
    to: { country: DestinationCode; network: NetworkValue },
    phone: string,
    current?: Current,
  ): Promise<WalletStatus | { readonly account: 'unsupported' }>
  /** Predicts the network of a number (E.164) with any rail, even a closed one; null when none can. A hint. */
  predictNetwork: NetworkPrediction
  /** The balance sources of this deployment, by account. */
  readonly floatSources: ReadonlyMap<string, FloatSource>
}

/** The queue that staff process by hand. */
export const MANUAL_RAIL = 'manual'

/** Creates this deployment's rails behind one router: routes, terms and closures. */
export function createRailsModule({
  db,
  configuration,
  rails,
  accountOf = (rail) => rail,
}: {
  db: Db
  configuration: Configuration
  /** Rails by name, as in the routing table. */
  rails: ReadonlyMap<string, Rail>
  /** Returns the provider account from which a rail pays; by default each has its own. */
  accountOf?: (rail: string) => string
}): RailsModule {
  const manual = createManualRail(db)
  const byName = new Map<string, PayoutRail>([
    ...[...rails].map(([name, { payouts }]) => [name, payouts] as const),
    [MANUAL_RAIL, manual],
  ])
  const names = [...byName.keys()]
  const needSender = new Set([...rails].flatMap(([name, rail]) => (rail.needsSender ? [name] : [])))
  const configured = { rails: names, accountOf, needSender }
  const keep = async (name: string, terms: TermsSource): Promise<boolean> => {
    const answer = await callProvider('rails.read_terms', terms)
    await inTransaction(db, 'rails.keep_terms', (tx) => keepTerms(tx, name, answer))
    return answer !== null
  }
  return {
    router: createRouter(db, byName, { ...configured, configuration }),
    configured: names,
    requireOpen: (...asked) => requireOpen(db, configured, ...asked),
    networks: (current) => networkStates(db, configured, current),
    bounds: (current) => payoutBounds(configured, current),
    async checkWallet(to, phone, current) {
      const ways = listRoutes(current ?? (await configuration.current()), { ...configured, to })
      // Any rail of the network is suitable: the wallet is the same whichever pays out.
      const able = ways.flatMap(({ rail, closed }) => {
        const check = rails.get(rail)?.wallets
        return check === undefined ? [] : [{ check, isOpen: closed === null }]
      })
      if (able.length === 0) return { account: 'unsupported' }
      const check = able.find(({ isOpen }) => isOpen)?.check
      return check === undefined
        ? { account: 'unknown' }
        : callProvider('rails.check_wallet', () => check(phone))
    },
    async predictNetwork(phone) {
      const predict = [...rails.values()].find(({ prediction }) => prediction !== undefined)?.prediction
      return predict === undefined ? null : callProvider('rails.predict_network', () => predict(phone))
    },
    ...refreshTerms(
      db,
      'rails',
      new Map([...rails].map(([name, { terms }]) => [name, () => keep(name, terms)])),
    ),
    floatSources: new Map(
      [...rails].flatMap(([name, { float }]) => (float ? [[accountOf(name), float] as const] : [])),
    ),
  }
}
