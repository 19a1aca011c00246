import type { FastifyInstance } from 'fastify'
import { registerQuotes } from './routes.ts'
import { createQuotes, type QuotesDeps } from './service.ts'
import type { Quotes } from './types.ts'

export { presentQuote } from './present.ts'

export interface QuotesModule {
  readonly quotes: Quotes
  routes(app: FastifyInstance): void
}

/** Creates prices, the quotes that lock them for a user, and the public converter. */
export function createQuotesModule(deps: QuotesDeps): QuotesModule {
  return { quotes: createQuotes(deps), routes: (app) => registerQuotes(app, deps) }
}
