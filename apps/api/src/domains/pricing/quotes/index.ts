import type { FastifyInstance } from 'fastify'
import { registerQuotes } from './routes.ts'
import { createQuotes, type QuotesDeps } from './service.ts'
import type { Quotes } from './types.ts'

export { presentQuote } from './present.ts'
export type { Priced, Quotes, StoredQuote } from './types.ts'

export interface QuotesModule {
  readonly quotes: Quotes
  routes(app: FastifyInstance): void
}

/** Prices, the quotes that lock them for a user, and the public converter. */
export function createQuotesModule(deps: QuotesDeps): QuotesModule {
  return { quotes: createQuotes(deps), routes: (app) => registerQuotes(app, deps) }
}
export { registerPrices } from './office-routes.ts'
export type { SimulatedTransfer } from './result.ts'
export { simulateNow, USUAL_AMOUNTS } from './simulation.ts'
