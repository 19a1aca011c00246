export { composePricing, PRICING_CONFIGURATION } from './compose.ts'
export { pricingGauges } from './gauges.ts'
export { registerClosings } from './closings/routes.ts'
export { endRunning, planClosing, railClosedWords } from './closings/store.ts'
export { boundsOf, customerRate, withCustomerMargin } from './corridors/bounds.ts'
export { type Corridor, type CorridorsModule, usesCurrency } from './corridors/index.ts'
export { registerCorridors } from './corridors/routes.ts'
export { pricingOrders } from './orders.ts'
export { bandOf, feeOf } from './prices/bands.ts'
export { PRICES, PRICES_KEY, pricesInForce } from './prices/store.ts'
export { feeSteps, marginSteps } from './prices/words.ts'
export { registerPrices } from './quotes/office-routes.ts'
export { DEBIT_BANKING_DAYS } from './quotes/service.ts'
export { presentQuote } from './quotes/present.ts'
export { simulateNow } from './quotes/simulation.ts'
export type { Priced, Quotes, StoredQuote } from './quotes/types.ts'
export type { RateDays } from './rates/history-store.ts'
export {
  RATES_SETTINGS,
  type RatesModule,
  type RatesProvider,
  type RatesService,
  type RatesSettings,
} from './rates/index.ts'
export { historyPerDayOf, intervalOf } from './rates/plan.ts'
export { FOREIGN } from './rates/ports.ts'
export { payMethodOf, shippedWays, waysOf, type PayWay } from './ways/index.ts'
export { registerWaysToPay } from './ways/index.ts'
export { midRate, midRateOn, type RateSnapshot, sourceOf, timeOf } from './rates/snapshot.ts'
export { requestsThisMonth, reserveOther } from './rates/sources-store.ts'
