import type { FastifyInstance } from 'fastify'
import type { CheckDeps } from './check.ts'
import { registerRecipients } from './routes.ts'

export { SANDBOX_CHECK_LIMITS, STRICT_CHECK_LIMITS } from './check.ts'

/**
 * People the customer has paid, read from the transfers themselves, so nothing can drift; and a check of a number's
 * holder before money goes there.
 */
export function createRecipientsModule(deps: CheckDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerRecipients(app, deps) }
}
