import type { FastifyInstance } from 'fastify'
import type { CheckDeps } from './check.ts'
import { registerRecipients } from './routes.ts'
import type { RemoveDeps } from './service.ts'

export { exportRecipients } from './service.ts'
export { forgetRecipients } from './store.ts'

/**
 * Creates the recipients module: people the customer has paid or saved, and the check of a number's holder before a payment.
 */
export function createRecipientsModule(deps: CheckDeps & RemoveDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerRecipients(app, deps) }
}
