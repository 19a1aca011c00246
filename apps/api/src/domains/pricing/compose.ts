import { CHARGE_CURRENCIES, createCorridorsModule, type CorridorsModule } from './corridors/index.ts'
import { createQuotesModule, type QuotesModule } from './quotes/index.ts'
import { createRatesModule, type RatesModule } from './rates/index.ts'
import type { RatesDeps } from './rates/service.ts'

interface PricingDeps {
  readonly db: RatesDeps['db']
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
export function composePricing({ db, isSandbox, payoutBounds, ...deps }: PricingDeps): Pricing {
  const rates = createRatesModule({ db, ...deps.rates })
  const corridors = createCorridorsModule({
    db,
    settings: { allOpen: isSandbox, chargeCurrencies: CHARGE_CURRENCIES },
    payoutBounds,
  })
  const quotes = createQuotesModule({ db, rates, corridors, settings: deps.quotes })
  return { rates, corridors, quotes, modules: [quotes], jobs: [], crons: rates.crons }
}
