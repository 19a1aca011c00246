import { inTransaction, type Db } from '../../db/index.ts'
import { callProvider } from '../../lib/crash-points.ts'
import { Refused } from '../../lib/refused.ts'
import { RatesFailure, type ProviderRates, type RatesProvider } from './ports.ts'
import { agree, isPlausible, usdRates, type RateSnapshot, type UsdRates } from './snapshot.ts'
import { addSnapshot, newestSnapshot, snapshotBefore } from './store.ts'

export interface RatesSettings {
  /** A snapshot older than this many hours is not used for prices. */
  readonly staleAfterHours: number
  /** Maximum difference of two sources for one currency, in hundredths of a percent of the smaller rate. */
  readonly mostDeviationBps: bigint
  /** Requests for rates of past days that we may send per day (UTC). */
  readonly historyPerDay: number
}

export interface RatesService {
  /** Returns the newest rates, however old: for bounds and displays, never for a price. */
  newest(): Promise<RateSnapshot>
  /** Returns the newest rates, and whether they are too old for a price. */
  current(): Promise<{ readonly snapshot: RateSnapshot; readonly stale: boolean }>
  /** Returns the newest rates at least this many days old; null when there are none. */
  before(days: number): Promise<RateSnapshot | null>
  /** Returns the newest rates. Refused: `rate_unavailable` when they are too old for a price. */
  fresh(): Promise<RateSnapshot>
  /**
   * Fetches every source and stores the rates of the first that answers, once the other answers confirm it. Throws
   * RatesFailure when none answers or they contradict each other; stored rates stay.
   */
  refresh(): Promise<void>
}

export function createRatesService(
  db: Db,
  providers: readonly RatesProvider[],
  settings: RatesSettings,
): RatesService {
  const newest = () => newestSnapshot(db, settings.staleAfterHours)
  return {
    async newest() {
      return (await newest()).snapshot
    },
    current: newest,
    before: (days) => snapshotBefore(db, days),
    async fresh() {
      const { snapshot, stale } = await newest()
      if (stale) throw new Refused('rate_unavailable', { retryAfter: 60 })
      return snapshot
    },
    async refresh() {
      const [rates, ...others] = await askAll(providers)
      const { snapshot } = await newest()
      const usd = read(rates)
      if (!isPlausible(snapshot.usd, usd)) throw new RatesFailure('implausible', rates.source)
      const against = others.find((other) => !agree(usd, read(other), settings.mostDeviationBps))
      if (against) throw new RatesFailure('deviating', `${rates.source} and ${against.source}`)
      await inTransaction(db, 'rates.record', (tx) => addSnapshot(tx, rates))
    },
  }
}

/** Returns the answers in the order of the sources. Throws the first one's failure when none answers. */
async function askAll(providers: readonly RatesProvider[]): Promise<[ProviderRates, ...ProviderRates[]]> {
  const answers = await callProvider('rates.latest', () =>
    Promise.allSettled(providers.map((provider) => provider.latest())),
  )
  const [first, ...others] = answers.flatMap((answer) =>
    answer.status === 'fulfilled' ? [answer.value] : [],
  )
  if (first !== undefined) return [first, ...others]
  const failed = answers.find((answer) => answer.status === 'rejected')
  throw failed?.reason instanceof RatesFailure ? failed.reason : new RatesFailure('unreachable', 'no source')
}

function read(rates: ProviderRates): UsdRates {
  try {
    return usdRates(rates.usd)
  } catch {
    throw new RatesFailure('malformed', rates.source)
  }
}
