import type { FastifyInstance } from 'fastify'
import { registerEnquiries } from './routes.ts'
import { createEnquiries, type EnquiriesDeps } from './service.ts'
import { registerThreads } from './threads/routes.ts'
import { createThreadActions, createThreads, type ThreadActions, type ThreadDeps } from './threads/service.ts'

export type { ThreadActions }
export { STRICT_ENQUIRY_LIMITS } from './limits.ts'

/** Creates messages to support and requests to be notified, without sign-in; and customers' conversations with support. */
export function createEnquiriesModule(deps: EnquiriesDeps & ThreadDeps): {
  routes(app: FastifyInstance): void
  /** Staff actions on conversations. */
  readonly actions: ThreadActions
} {
  const enquiries = createEnquiries(deps)
  const threads = createThreads(deps)
  return {
    actions: createThreadActions(deps),
    routes(app) {
      registerEnquiries(app, enquiries)
      registerThreads(app, threads)
    },
  }
}
