import type { DestinationCode, NetworkValue } from '@sesa/contract'
import type { Money } from '@sesa/money'
import { inTransaction, type Db } from '../../db/index.ts'
import { enqueue, type Cron, type Job } from '../../jobs/index.ts'
import { callProvider } from '../../lib/crash-points.ts'
import type { PayoutRail } from '../transfers/index.ts'
import { createManualRail } from './manual.ts'
import type { TermsSource, WalletCheck, WalletStanding } from './ports.ts'
import { createRouter } from './router.ts'
import { keepTerms, readRouteCandidates } from './routes-store.ts'
import { networkStates, payoutBounds, requireOpen, type NetworkState } from './terms.ts'

/** A configured way to pay out. */
export interface Rail {
  readonly payouts: PayoutRail
  /** Asks for its networks and their bounds. */
  readonly terms: TermsSource
  /** Asks whose wallet a number is, where the rail tells. */
  readonly wallets?: WalletCheck
  /** It pays out only when it is told who sends and why. */
  readonly needsSender?: true
}

export interface RailsModule {
  /** All rails as one, by the operator's table. */
  readonly router: Pick<PayoutRail, 'send' | 'status'>
  /** Names of the rails that this deployment has, the manual queue among them. */
  readonly configured: readonly string[]
  /** See `requireOpen` in terms.ts. */
  requireOpen(
    to: { country: DestinationCode; network: NetworkValue },
    amount: Money,
  ): ReturnType<typeof requireOpen>
  networks(): Promise<NetworkState[]>
  /** See `payoutBounds` in terms.ts. */
  bounds(): ReturnType<typeof payoutBounds>
  /** What is known of a wallet before anybody pays; `unknown` where no open rail of its network tells. */
  checkWallet(to: { country: DestinationCode; network: NetworkValue }, phone: string): Promise<WalletStanding>
  /** Asks every rail for its terms and keeps the answers. Tells which gave none. */
  refresh(): Promise<{ readonly silent: readonly string[] }>
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Queues a refresh for a worker that starts, tried again in seconds while a rail is silent. */
  refreshAtStart(): Promise<void>
}

const REFRESH = 'rails_refresh'
const REFRESH_AT_START = 'rails_refresh_at_start'
/** The queue that staff work off by hand. */
export const MANUAL_RAIL = 'manual'

/** The rails of this deployment behind one router: who pays out where, what they take, and what is off. */
export function createRailsModule({
  db,
  rails,
}: {
  db: Db
  /** By name, as in the operator's table. */
  rails: ReadonlyMap<string, Rail>
}): RailsModule {
  const manual = createManualRail(db)
  const byName = new Map<string, Pick<PayoutRail, 'send' | 'status'>>([
    ...[...rails].map(([name, { payouts }]) => [name, payouts] as const),
    [MANUAL_RAIL, manual],
  ])
  const names = [...byName.keys()]
  const needSender = new Set([...rails].flatMap(([name, rail]) => (rail.needsSender ? [name] : [])))
  const configured = { names, needSender }
  const refresh = async (): Promise<{ readonly silent: readonly string[] }> => {
    const silent: string[] = []
    for (const [name, { terms }] of rails) {
      const answer = await callProvider('rails.read_terms', terms)
      await inTransaction(db, 'rails.keep_terms', (tx) => keepTerms(tx, name, answer))
      if (answer === null) silent.push(name)
    }
    return { silent }
  }
  return {
    router: createRouter(db, byName, needSender),
    configured: names,
    requireOpen: (to, amount) => requireOpen(db, configured, to, amount),
    networks: () => networkStates(db, configured),
    bounds: () => payoutBounds(db, configured),
    async checkWallet(to, phone) {
      const ways = await readRouteCandidates(db, names, to)
      // Any rail of the network will do: whichever pays out, the wallet is the same.
      const [check] = ways.flatMap(({ rail, closed }) =>
        closed === null ? (rails.get(rail)?.wallets ?? []) : [],
      )
      return check === undefined
        ? { account: 'unknown' }
        : callProvider('rails.check_wallet', () => check(phone))
    },
    refresh,
    jobs: [
      {
        task: REFRESH_AT_START,
        async run() {
          // A rail that has never answered is down from its first silence: it is not left until the clock asks again.
          const { silent } = await refresh()
          if (silent.length > 0) throw new Error(`Rails that did not answer: ${silent.join(', ')}`)
        },
      },
    ],
    crons: [
      {
        task: REFRESH,
        pattern: '*/2 * * * *',
        async run() {
          await refresh()
        },
      },
    ],
    refreshAtStart: () =>
      inTransaction(db, 'rails.refresh_at_start', (tx) =>
        enqueue(tx, REFRESH_AT_START, {}, { key: REFRESH_AT_START }),
      ),
  }
}
