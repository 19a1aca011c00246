import type { FastifyInstance } from 'fastify'
import type { CheckDeps } from './check.ts'
import { registerRecipients } from './routes.ts'

export { SANDBOX_CHECK_LIMITS, STRICT_CHECK_LIMITS } from './check.ts'

/**
 * People that a user has paid: read from the transfers themselves, so there is nothing to keep in step. And whose
 * account a number is, asked before money goes there.
 */
export function createRecipientsModule(deps: CheckDeps): { routes(app: FastifyInstance): void } {
  return { routes: (app) => registerRecipients(app, deps) }
}
