import type { Config } from '../config/config.ts'
import { floatAccountOf } from '../config/rail-names.ts'
import type { Db } from '../db/index.ts'
import {
  CHARGE_CURRENCIES,
  createCorridorsModule,
  type CorridorsModule,
  createQuotesModule,
  type QuotesModule,
  createRatesModule,
  type RatesModule,
} from '../domains/pricing/index.ts'
import { createRailsModule, type RailsModule } from '../domains/payouts/index.ts'
import { alert } from './report.ts'
import { LIMITS } from './sending.ts'
import { QUOTE_SETTINGS, ratesOf } from './settings.ts'
import type { watchedProviders } from './watched-providers.ts'

interface PricingParts {
  readonly db: Db
  readonly providers: Pick<ReturnType<typeof watchedProviders>, 'rates' | 'rails'>
}

/** The parts that decide whether a transfer can be made, and at which price. */
export interface Pricing {
  readonly rates: RatesModule
  readonly rails: RailsModule
  readonly corridors: CorridorsModule
  readonly quotes: QuotesModule
}

/** Composes rates, rails, corridors and quotes. */
export function composePricing(config: Config, { db, providers }: PricingParts): Pricing {
  const rates = createRatesModule({ db, providers: providers.rates, settings: ratesOf(config), alert })
  const rails = createRailsModule({ db, rails: providers.rails, accountOf: floatAccountOf })
  const corridors = createCorridorsModule({
    db,
    settings: { allOpen: config.providers.mode === 'sandbox', chargeCurrencies: CHARGE_CURRENCIES },
    payoutBounds: rails.bounds,
  })
  const quotes = createQuotesModule({
    db,
    rates,
    corridors,
    settings: { ...QUOTE_SETTINGS, perTransfer: LIMITS.perTransfer },
  })
  return { rates, rails, corridors, quotes }
}
