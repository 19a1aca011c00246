import { commit, type Db } from '../../db/index.ts'
import { foreign } from '../../lib/points.ts'
import { Refused } from '../../lib/refused.ts'
import { RatesFailure, type ProviderRates, type RatesProvider } from './ports.ts'
import { isPlausible, usdRates, type RateSnapshot, type UsdRates } from './snapshot.ts'
import { addSnapshot, newestSnapshot } from './store.ts'

export interface RatesSettings {
  /** A snapshot older than this many hours prices nothing. */
  readonly staleAfterHours: number
}

export interface RatesService {
  /** The newest rates, however old: for bounds and displays, never for a price. */
  newest(): Promise<RateSnapshot>
  /** The newest rates. Refused: `rate_unavailable` when they are too old to price with. */
  fresh(): Promise<RateSnapshot>
  /** Fetches and records the source's rates. Throws RatesFailure; what was recorded before stays. */
  refresh(): Promise<void>
}

export function createRatesService(db: Db, provider: RatesProvider, settings: RatesSettings): RatesService {
  const newest = () => newestSnapshot(db, settings.staleAfterHours)
  return {
    async newest() {
      return (await newest()).snapshot
    },
    async fresh() {
      const { snapshot, stale } = await newest()
      if (stale) throw new Refused('rate_unavailable', { retryAfter: 60 })
      return snapshot
    },
    async refresh() {
      const rates = await foreign('rates.latest', () => provider.latest())
      const { snapshot } = await newest()
      if (!isPlausible(snapshot.usd, read(rates))) throw new RatesFailure('implausible', rates.source)
      await commit(db, 'rates.record', (tx) => addSnapshot(tx, rates))
    },
  }
}

function read(rates: ProviderRates): UsdRates {
  try {
    return usdRates(rates.usd)
  } catch {
    throw new RatesFailure('malformed', rates.source)
  }
}
