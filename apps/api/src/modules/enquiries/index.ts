import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../jobs/index.ts'
import { registerEnquiries } from './routes.ts'
import { createEnquiries, type EnquiriesDeps } from './service.ts'
import { purgeEnquiries } from './store.ts'
import { registerThreads } from './threads/routes.ts'
import { createThreadActions, createThreads, type ThreadActions, type ThreadDeps } from './threads/service.ts'
import { purgeThreads } from './threads/store.ts'

export { forgetInterests, interestsOf } from './store.ts'
export { exportThreads, forgetThreads } from './threads/store.ts'
export type { ThreadActions }
export { SANDBOX_ENQUIRY_LIMITS, STRICT_ENQUIRY_LIMITS } from './limits.ts'

/** Messages to support and requests to be notified, without sign-in; and customers' conversations with support. */
export function createEnquiriesModule(deps: EnquiriesDeps & ThreadDeps): {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
  /** What staff do with conversations. */
  readonly actions: ThreadActions
} {
  const enquiries = createEnquiries(deps)
  const threads = createThreads(deps)
  const purge = async (): Promise<void> => {
    await purgeEnquiries(deps.db)
    await purgeThreads(deps.db)
  }
  return {
    actions: createThreadActions(deps),
    crons: [{ task: 'enquiries_purge', pattern: '27 3 * * *', run: purge }],
    routes(app) {
      registerEnquiries(app, enquiries)
      registerThreads(app, threads)
    },
  }
}
