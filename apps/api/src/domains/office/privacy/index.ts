import type { FastifyInstance } from 'fastify'
import type { Approvals } from '../approvals/index.ts'
import { registerPrivacy } from './routes.ts'
import { createPrivacy, type PrivacyDeps } from './service.ts'

/** Creates customers' requests for a copy of their data and for its erasure, which staff process. */
export function createPrivacyModule(deps: PrivacyDeps & { readonly approvals: Approvals }): {
  routes(app: FastifyInstance): void
} {
  const privacy = createPrivacy(deps)
  return { routes: (app) => registerPrivacy(app, { ...deps, privacy }) }
}
