export { bandOf, bandOfReceived, feeOf } from './bands.ts'
export { judgePrices } from './bounds.ts'
export {
  currencyOf,
  readPriceList,
  type PriceBand,
  type PriceList,
  type ProviderCosts,
} from './price-list.ts'
export { listOf, PRICE_LISTS, PRICES, PRICES_KEY, pricesInForce } from './store.ts'
export { feeSteps, marginSteps } from './words.ts'
