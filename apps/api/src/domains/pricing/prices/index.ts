export { bandOf, bandOfReceived, feeOf, wholeUnitsUp } from './bands.ts'
export { judgePrices } from './bounds.ts'
export {
  currencyOf,
  methodsIn,
  readPriceList,
  type PriceBand,
  type PriceList,
  type ProviderCosts,
  type WayBands,
} from './price-list.ts'
export { listOf, presentVersion, PRICE_LISTS, PRICES, PRICES_KEY, pricesInForce } from './store.ts'
export { feeSteps, marginSteps } from './words.ts'
