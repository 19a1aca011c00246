import type { SignedIn } from '@sesa/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../../db/index.ts'
import { originOf } from '../../../http/origin.ts'
import type { Caller } from '../../../http/route.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../../audit/index.ts'
import { sessionOfBrowser } from './browser-session.ts'
import type { DeviceCookie, SessionCookies } from './cookies.ts'
import { isKnownDevice } from './devices.ts'
import {
  hashToken,
  openSession,
  type OpenedSession,
  type SignInMethod,
  type Visitor,
} from './open-session.ts'
import { callerOf, endOtherSessions, sessionById, type StandingSession } from './store.ts'

/** What every way of signing in shares: it finds out who is there, and leaves sessions to this. */
export interface SessionGateway {
  visitor(request: FastifyRequest, caller: Caller | null, trustDevice?: boolean): Visitor
  /** The id under which the account knows the visitor's browser; null if it has never signed in to this account. */
  knownDevice(userId: string, visitor: Visitor): Promise<Buffer | null>
  /** Opens a session in the transaction in which the proof was taken. Throws Refused `other_account` or `account_locked`. */
  open(tx: Tx, entry: { userId: string; method: SignInMethod; visitor: Visitor }): Promise<OpenedSession>
  /** After the commit: gives the browser its cookie, and the answer of every sign-in. */
  startSession(reply: FastifyReply, opened: OpenedSession): Promise<SignedIn>
  /** Who the browser's cookie signs in, for the pages it is sent to: those bear no token. */
  signedIn(request: FastifyRequest): Promise<Caller | null>
  /** A fresh ID token for a session that goes on; null when it has ended. */
  renew(caller: Caller): Promise<SignedIn | null>
  /** Takes every cookie of ours away. */
  clearCookies(reply: FastifyReply): void
  /** Signs out every device of a user, but the session to keep. */
  signOutOthers(tx: Tx, userId: string, keep: string | null): Promise<void>
}

/**
 * For what an intruder with a stolen device must not do. Throws Refused `step_up_required` unless the caller proved
 * who they are within the last ten minutes: by signing in, or by any sign-in call with their bearer token.
 */
export function requireStepUp(caller: Caller): void {
  if (!caller.proven) throw new Refused('step_up_required')
}

export function createSessionGateway(deps: {
  db: Db
  audit: Audit
  cookies: SessionCookies
  device: DeviceCookie
  answer(session: StandingSession): Promise<SignedIn>
}): SessionGateway {
  const { db, audit, cookies, device, answer } = deps
  return {
    visitor: (request, caller, trustDevice) => ({
      origin: originOf(request),
      caller,
      trustDevice,
      oldToken: cookies.read(request),
      deviceToken: device.read(request),
    }),
    async knownDevice(userId, { deviceToken }) {
      if (deviceToken === undefined) return null
      const deviceHash = hashToken(deviceToken)
      return (await isKnownDevice(db, userId, deviceHash)) ? deviceHash : null
    },
    open: (tx, entry) => openSession(tx, audit, entry),
    async startSession(reply, opened) {
      const session = await sessionById(db, opened.userId, opened.id)
      if (!session) throw new Refused('account_locked')
      cookies.set(reply, opened.token, opened.trusted ? opened.expiresAt : undefined)
      device.set(reply, opened.deviceToken)
      return answer(session)
    },
    async signedIn(request) {
      const token = cookies.read(request)
      if (token === undefined) return null
      const shown = { token, deviceToken: device.read(request), origin: originOf(request) }
      const session = await sessionOfBrowser(deps, shown)
      return session && callerOf(session)
    },
    async renew({ userId, sessionId }) {
      const session = await sessionById(db, userId, sessionId)
      return session && answer(session)
    },
    clearCookies(reply) {
      cookies.clearAfterSignOut(reply)
      device.clear(reply)
    },
    async signOutOthers(tx, userId, keep) {
      await endOtherSessions(tx, userId, keep)
    },
  }
}
