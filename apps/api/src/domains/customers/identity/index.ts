import type { FastifyInstance } from 'fastify'
import type { Authenticate } from '../../../http/route.ts'
import { deviceCookie, sessionCookies } from './sessions/cookies.ts'
import { registerRoutes, type RouteDeps } from './routes.ts'
import { createSessionGateway, type SessionGateway } from './sessions/session-gateway.ts'
import { createIdentity, type ServiceDeps } from './service.ts'

export { createBuckets, type Buckets } from './limits/buckets.ts'
export { ownCookie } from './sessions/cookies.ts'
export type { SessionGateway } from './sessions/session-gateway.ts'
export { hashToken, newToken, type OpenedSession, type Visitor } from './sessions/open-session.ts'
export { readServedPhone } from './phone/phone.ts'
export { type EmailLimits } from './settings.ts'
export { insertUser } from './accounts-store.ts'
export { spendProofOfWork } from './limits/proof-of-work-store.ts'
export { accountOfPhone } from './phone/verify-phone.ts'

export type IdentityDeps = ServiceDeps &
  Pick<RouteDeps, 'profileOf' | 'draftOf' | 'homeOf' | 'agreementsOf' | 'publicConfig'>

export interface IdentityModule {
  routes(app: FastifyInstance): void
  authenticate: Authenticate
  /** For the other sign-in methods. */
  readonly gateway: SessionGateway
}

/**
 * Creates sign-in and sessions. Phone codes open refresh sessions (a cookie); these issue ID tokens of 15 minutes, which
 * every other call carries and which are checked against their session each time.
 */
export function createIdentityModule({
  profileOf,
  draftOf,
  homeOf,
  agreementsOf,
  publicConfig,
  ...deps
}: IdentityDeps): IdentityModule {
  const identity = createIdentity(deps)
  const cookies = sessionCookies(deps.publicUrl)
  const device = deviceCookie(deps.publicUrl)
  const gateway = createSessionGateway({
    db: deps.db,
    audit: deps.audit,
    cookies,
    device,
    answer: identity.answer,
  })
  return {
    gateway,
    routes: (app) =>
      registerRoutes(app, {
        ...{ identity, cookies, device, gateway },
        ...{ profileOf, draftOf, homeOf, agreementsOf, publicConfig },
      }),
    authenticate: identity.authenticate,
  }
}
