import type { FastifyInstance } from 'fastify'
import { registerReceipts, type ReceiptsDeps } from './routes.ts'

export { disclosuresOf, type Disclosures, type ReceiptSettings } from './receipt.ts'

/** Creates the receipts, made from the transfer each time, so that the two never differ. */
export const createReceiptsModule = (deps: ReceiptsDeps): { routes(app: FastifyInstance): void } => ({
  routes: (app) => registerReceipts(app, deps),
})
