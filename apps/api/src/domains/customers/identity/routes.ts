import {
  calls,
  type AgreementsDue,
  type DraftAnswer,
  type Home,
  type Profile,
  type SignedIn,
  type TransferPage,
} from '@sesa/contract'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { originOf } from '../../../http/origin.ts'
import { requireStepUp, route } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { DeviceCookie, SessionCookies } from './sessions/cookies.ts'
import type { SessionGateway } from './sessions/session-gateway.ts'
import { hashToken, newToken } from './sessions/open-session.ts'
import type { Identity } from './service.ts'

export interface RouteDeps {
  readonly identity: Identity
  readonly cookies: SessionCookies
  readonly device: DeviceCookie
  readonly gateway: SessionGateway
  readonly profileOf: (userId: string) => Promise<Profile | null>
  readonly draftOf: (userId: string) => Promise<DraftAnswer>
  /** Returns the data of the home page. */
  readonly homeOf: (userId: string) => Promise<Home & TransferPage>
  /** Returns the agreements that the user still has to accept. */
  readonly agreementsOf: (userId: string) => Promise<AgreementsDue>
  readonly publicConfig: () => Promise<Record<string, unknown>>
}

function registerSignIn(app: FastifyInstance, { identity, gateway, device }: RouteDeps): void {
  route(app, calls.startPhone, async ({ body }, request) => {
    const from = { origin: originOf(request), deviceToken: device.read(request) }
    const started = await identity.start({ ...body, ...from })
    return {
      verificationId: started.verificationId,
      resendAfter: started.resendAfter.toISOString(),
      expiresAt: started.expiresAt.toISOString(),
      digits: started.digits,
      sentBy: started.sentBy,
    }
  })

  route(app, calls.verifyPhone, async ({ body, caller }, request, reply) => {
    const visitor = gateway.visitor(request, caller, body.trustDevice)
    const opened = await identity.verify({ ...body, visitor })
    if (opened) return gateway.startSession(reply, opened)
    const continued = caller && (await gateway.renew(caller))
    if (!continued) throw new Refused('account_locked')
    return continued
  })
}

function registerPhoneChange(app: FastifyInstance, { identity, gateway }: RouteDeps): void {
  route(app, calls.changePhone, async ({ body, caller }, request, reply) => {
    const visitor = gateway.visitor(request, caller)
    return gateway.startSession(reply, await identity.changePhone(caller, { ...body, visitor }))
  })
}

function registerPayerNumbers(app: FastifyInstance, { identity }: RouteDeps): void {
  const listed = (numbers: readonly { phone: string; isSignIn: boolean }[]) => ({ numbers: [...numbers] })
  route(app, calls.listPayerNumbers, async ({ caller }) =>
    listed(await identity.payerNumbersOf(caller.userId)),
  )
  route(app, calls.addPayerNumber, async ({ body, caller }, request) =>
    listed(await identity.addPayerNumber(caller, { ...body, origin: originOf(request) })),
  )
  route(app, calls.removePayerNumber, async ({ params, caller }, request) =>
    listed(await identity.removePayerNumber(caller, { ...params, origin: originOf(request) })),
  )
}

/** Issues a fresh ID token for the browser's session; null when it has none. */
async function refresh(
  { identity, cookies, device }: RouteDeps,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<SignedIn | null> {
  const token = cookies.read(request)
  if (token === undefined) return null
  const deviceToken = device.read(request)
  const session = await identity.sessionOfBrowser({ token, deviceToken, origin: originOf(request) })
  // A session from the previous release: its next refresh binds it to this cookie.
  if (session && deviceToken === undefined) device.set(reply, newToken())
  return session && identity.answer(session)
}

function registerSession(app: FastifyInstance, deps: RouteDeps): void {
  const { identity, cookies, profileOf, draftOf, homeOf, agreementsOf, publicConfig } = deps
  route(app, calls.refreshToken, async (_input, request, reply) => {
    const answer = await refresh(deps, request, reply)
    if (answer) return answer
    cookies.clear(reply)
    throw new Refused('unauthenticated')
  })

  route(app, calls.boot, async ({ query }, request, reply) => {
    const config = await publicConfig()
    const answer = await refresh(deps, request, reply)
    if (answer) {
      const { uid } = answer.user
      const [profile, agreementsDue] = await Promise.all([profileOf(uid), agreementsOf(uid)])
      const [draft, home] = await Promise.all([
        profile && draftOf(uid),
        profile?.complete && query.with === 'home' ? homeOf(uid) : null,
      ])
      return {
        ...answer,
        ...{ profile, agreementsDue, draft },
        ...(query.with === 'home' && { home }),
        config,
      }
    }
    // Also clears a hint that outlived its session; otherwise pages would keep their signed-in variant.
    if (cookies.present(request)) cookies.clear(reply)
    const signedOut = { idToken: null, expiresAt: null, user: null, profile: null, draft: null }
    return { ...signedOut, agreementsDue: [], config }
  })

  route(app, calls.signOut, async ({ caller }, request, reply) => {
    const token = cookies.read(request)
    if (token !== undefined) await identity.signOut({ tokenHash: hashToken(token) }, originOf(request))
    if (caller) await identity.signOut({ id: caller.sessionId, userId: caller.userId }, originOf(request))
    cookies.clearAfterSignOut(reply)
    return undefined
  })
}

function registerDevices(app: FastifyInstance, { identity, cookies }: RouteDeps): void {
  route(app, calls.sessions, async ({ caller }) => {
    const sessions = await identity.sessionsOf(caller.userId)
    return {
      sessions: sessions.map(({ id, device, trusted, created_at, last_used_at }) => ({
        id,
        device,
        createdAt: created_at.toISOString(),
        lastUsedAt: last_used_at.toISOString(),
        current: id === caller.sessionId,
        trusted,
      })),
    }
  })

  route(app, calls.endOtherSessions, async ({ caller }, request) => {
    await identity.endOtherDevices(caller.userId, caller.sessionId, originOf(request))
    return undefined
  })

  route(app, calls.endSession, async ({ params, caller }, request, reply) => {
    if (params.id !== caller.sessionId) requireStepUp(caller)
    await identity.endDevice(caller, params.id, originOf(request))
    if (params.id === caller.sessionId) cookies.clearAfterSignOut(reply)
    return undefined
  })
}

/** Registers the calls under `/auth` and the public keys. */
export function registerRoutes(app: FastifyInstance, deps: RouteDeps): void {
  registerSignIn(app, deps)
  registerPhoneChange(app, deps)
  registerPayerNumbers(app, deps)
  registerSession(app, deps)
  registerDevices(app, deps)
  route(app, calls.jwks, async () => {
    const { keys } = await deps.identity.jwks()
    return { keys: keys.map((key) => ({ ...key })) }
  })
}
