/** Prices and the quotes that lock them. */
export { presentQuote } from './present.ts'
export type { Charge, FixedSide, Price, PriceRequest, Quotes, StoredQuote } from './types.ts'
