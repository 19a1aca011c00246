export { bandOf, bandOfReceived, feeOf } from './bands.ts'
export {
  currencyOf,
  PriceListError,
  readPriceList,
  type PriceBand,
  type PriceList,
  type ProviderCosts,
} from './price-list.ts'
export { findPriceVersion, listPriceVersions, setPrices, type PriceVersion } from './store.ts'
export { feeSteps, marginSteps } from './words.ts'
