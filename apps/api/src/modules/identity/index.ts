import type { FastifyInstance } from 'fastify'
import type { Authenticate } from '../../http/route.ts'
import type { Cron } from '../../jobs/index.ts'
import { purgeIdentity } from './accounts-store.ts'
import { sessionCookies } from './cookies.ts'
import { registerRoutes, type RouteDeps } from './routes.ts'
import { createIdentity, type ServiceDeps } from './service.ts'

export { addressKey } from './codes.ts'
export { recordSecurityEvent } from './events.ts'
export { readServedPhone } from './phone.ts'
export { SANDBOX_LIMITS, STRICT_LIMITS } from './settings.ts'

export type IdentityDeps = ServiceDeps & Pick<RouteDeps, 'profileOf' | 'publicConfig'>

export interface IdentityModule {
  routes(app: FastifyInstance): void
  /** The caller behind a bearer token; null when it is not ours, out of time or its session has ended. */
  authenticate: Authenticate
  readonly crons: Cron[]
}

/**
 * Who somebody is: phone codes open refresh sessions (a cookie), and those give out ID tokens of 15 minutes that
 * every other call bears and that are checked against their session each time.
 */
export function createIdentityModule({ profileOf, publicConfig, ...deps }: IdentityDeps): IdentityModule {
  const identity = createIdentity(deps)
  const cookies = sessionCookies(deps.publicUrl)
  return {
    routes: (app) => registerRoutes(app, { identity, cookies, profileOf, publicConfig }),
    authenticate: (bearer) => identity.authenticate(bearer),
    crons: [{ task: 'identity_purge', pattern: '37 3 * * *', run: () => purgeIdentity(deps.db) }],
  }
}
