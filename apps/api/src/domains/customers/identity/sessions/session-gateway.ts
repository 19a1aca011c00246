import type { SignedIn } from '@sesa/contract'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Db, Tx } from '../../../../db/index.ts'
import { originOf } from '../../../../http/origin.ts'
import type { Caller } from '../../../../http/route.ts'
import { Refused } from '../../../../lib/refused.ts'
import type { Audit } from '../../account-record/index.ts'
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
import { callerOf, endOtherSessions, sessionById, type ActiveSession } from './store.ts'

/** Sessions for every sign-in method: a method identifies the person, and the gateway opens the session. */
export interface SessionGateway {
  visitor(request: FastifyRequest, caller: Caller | null, trustDevice?: boolean): Visitor
  /** Returns the account's id for the visitor's browser; null if it has never signed in to this account. */
  knownDevice(userId: string, visitor: Visitor): Promise<Buffer | null>
  /** Opens a session in the transaction of the sign-in. Throws Refused `other_account` or `account_locked`. */
  open(tx: Tx, entry: { userId: string; method: SignInMethod; visitor: Visitor }): Promise<OpenedSession>
  /** Sets the browser's cookie after the commit, and returns the answer of every sign-in. */
  startSession(reply: FastifyReply, opened: OpenedSession): Promise<SignedIn>
  /** Returns the caller of the browser's cookie, for page navigations, which have no token. */
  signedIn(request: FastifyRequest): Promise<Caller | null>
  /** Issues a fresh ID token for a session that continues; null when it has ended. */
  renew(caller: Caller): Promise<SignedIn | null>
  /** Clears all our cookies. */
  clearCookies(reply: FastifyReply): void
  /** Signs out all devices of a user except the session to keep. */
  signOutOthers(tx: Tx, userId: string, keep: string | null): Promise<void>
}

export function createSessionGateway(deps: {
  db: Db
  audit: Audit
  cookies: SessionCookies
  device: DeviceCookie
  answer(session: ActiveSession): Promise<SignedIn>
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
      cookies.set(reply, opened.token, session.country, opened.trusted ? opened.expiresAt : undefined)
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
