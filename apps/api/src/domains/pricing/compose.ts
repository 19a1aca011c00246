import type { Configuration, ConfigurationPart } from '../../db/configuration.ts'
import { CLOSINGS } from './closings/index.ts'
import {
  CHARGE_CURRENCIES,
  CORRIDORS,
  createCorridorsModule,
  type CorridorsModule,
} from './corridors/index.ts'
import { PRICE_LISTS } from './prices/index.ts'
import { WAY_SETS } from './ways/index.ts'
import { createQuotesModule, type QuotesModule } from './quotes/index.ts'
import { createRatesModule, NEWEST_RATES, type RatesModule } from './rates/index.ts'
import type { RatesDeps } from './rates/service.ts'

/** What prices follow from. */
export const PRICING_CONFIGURATION: readonly ConfigurationPart<unknown>[] = [
  CORRIDORS,
  PRICE_LISTS,
  CLOSINGS,
  NEWEST_RATES,
  WAY_SETS,
]

interface PricingDeps {
  readonly db: RatesDeps['db']
  readonly configuration: Configuration
  readonly rates: Omit<RatesDeps, 'db'>
  readonly payoutBounds: NonNullable<Parameters<typeof createCorridorsModule>[0]['payoutBounds']>
  readonly quotes: Parameters<typeof createQuotesModule>[0]['settings']
  readonly isSandbox: boolean
}

/** The parts that decide a transfer's price. */
export interface Pricing {
  readonly rates: RatesModule
  readonly corridors: CorridorsModule
  readonly quotes: QuotesModule
  readonly modules: readonly [QuotesModule]
  readonly jobs: readonly []
  readonly crons: RatesModule['crons']
}

/** Composes rates, corridors and quotes. In the sandbox every corridor is open. */
export function composePricing({
  db,
  configuration,
  isSandbox,
  payoutBounds,
  ...deps
}: PricingDeps): Pricing {
  const rates = createRatesModule({ db, ...deps.rates })
  const corridors = createCorridorsModule({
    settings: { allOpen: isSandbox, chargeCurrencies: CHARGE_CURRENCIES },
    payoutBounds,
  })
  const quotes = createQuotesModule({ configuration, rates, corridors, settings: deps.quotes })
  return { rates, corridors, quotes, modules: [quotes], jobs: [], crons: rates.crons }
}
