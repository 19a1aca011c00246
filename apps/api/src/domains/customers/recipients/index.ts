import type { FastifyInstance } from 'fastify'
import type { CheckDeps } from './check.ts'
import { registerRecipients } from './routes.ts'
import type { RemoveDeps } from './service.ts'

export { createRequireHolder, SANDBOX_CHECK_LIMITS, STRICT_CHECK_LIMITS } from './check.ts'
export { compareNames } from './compare-names.ts'
export { exportRecipients, findRecipient, readRecipients } from './service.ts'
export { forgetRecipients, readSaved } from './store.ts'
export type { SavedRecipient } from './saved.ts'

/** People the customer has paid or saved, and the check of a number's holder before money goes there. */
export function createRecipientsModule(deps: CheckDeps & RemoveDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerRecipients(app, deps) }
}
