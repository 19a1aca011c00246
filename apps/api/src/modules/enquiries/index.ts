import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../jobs/index.ts'
import { registerEnquiries } from './routes.ts'
import { createEnquiries, type EnquiriesDeps } from './service.ts'
import { purgeEnquiries } from './store.ts'

export { forgetInterests, interestsOf } from './store.ts'
export { SANDBOX_ENQUIRY_LIMITS, STRICT_ENQUIRY_LIMITS } from './limits.ts'

/** Messages to support and requests to be notified; no sign-in required. */
export function createEnquiriesModule(deps: EnquiriesDeps): {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
} {
  const enquiries = createEnquiries(deps)
  return {
    crons: [{ task: 'enquiries_purge', pattern: '27 3 * * *', run: () => purgeEnquiries(deps.db) }],
    routes: (app) => registerEnquiries(app, enquiries),
  }
}
