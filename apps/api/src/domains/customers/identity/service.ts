import type { IdentityUser, SignedIn } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { Origin } from '../../../http/origin.ts'
import type { Caller, Entry } from '../../../http/route.ts'
import { deriveKey, type Secrets } from '../../../lib/secrets.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Audit } from '../account-record/index.ts'
import type { Branding, Messages } from '../../record/index.ts'
import { sessionOfBrowser, type BrowserCookies } from './sessions/browser-session.ts'
import { createBuckets } from './limits/buckets.ts'
import { changePhone } from './phone/change-phone.ts'
import { forgetDevice } from './sessions/devices.ts'
import type { Visitor } from './sessions/open-session.ts'
import {
  endOtherSessions,
  endSession,
  enterBySession,
  sessionsOf,
  type ActiveSession,
} from './sessions/store.ts'
import type { CodeLimits } from './settings.ts'
import { createProofOfWork } from './limits/proof-of-work.ts'
import { addPayerNumber, removePayerNumber } from './phone/payer-numbers.ts'
import { payerNumbersOf } from './phone/payer-numbers-store.ts'
import { startPhone, type StartRequest } from './phone/start-phone.ts'
import { createTokens } from './tokens/tokens.ts'
import { verifyPhone, type TypedCode, type VerifyRequest } from './phone/verify-phone.ts'

export interface ServiceDeps extends Secrets {
  readonly db: Db
  /** The product's public URL: issuer of ID tokens, host of codes. */
  readonly publicUrl: string
  readonly limits: CodeLimits
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly audit: Audit
  /** Returns true while any of the user's transfers is in progress, or could still start. */
  readonly moneyInFlight: (db: Db | Tx, userId: string) => Promise<boolean>
  /** Records a number that its account gives up; called before it is removed, in the same transaction. */
  readonly rememberNumber: (tx: Tx, userId: string, number: string) => Promise<void>
  /** Returns true while a request to pay from a wallet is open. */
  readonly isWalletAsked: (tx: Tx, phone: string) => Promise<boolean>
  /** Returns true if a passkey should be offered after this sign-in. */
  readonly passkeyOffered: (db: Db, userId: string) => Promise<boolean>
}

/** Creates sign-in, sessions and tokens, without HTTP. */
export function createIdentity({
  db,
  secret,
  secretBefore,
  publicUrl,
  limits,
  messages,
  branding,
  audit,
  moneyInFlight,
  rememberNumber,
  isWalletAsked,
  passkeyOffered,
}: ServiceDeps) {
  const tokens = createTokens({ db, secret, secretBefore, issuer: publicUrl })
  const codeKey = deriveKey(secret, 'codes')
  const codes = {
    db,
    limits,
    messages,
    branding,
    codeKey,
    addressKey: deriveKey(secret, 'addresses'),
    host: new URL(publicUrl).hostname,
    proofOfWork: createProofOfWork(secret),
  }

  const codeKeys = secretBefore ? [codeKey, deriveKey(secretBefore, 'codes')] : [codeKey]
  const verifying = { db, limits, codeKeys, audit, buckets: createBuckets(secret) }

  async function userOf({ userId: uid, phoneNumber, email, name }: ActiveSession): Promise<IdentityUser> {
    return { uid, phoneNumber, email, displayName: name, passkeyOffered: await passkeyOffered(db, uid) }
  }

  async function answer(session: ActiveSession): Promise<SignedIn> {
    const { id: sessionId, userId, authTime, phoneNumber } = session
    const { idToken, expiresAt } = await tokens.issue({ userId, sessionId, authTime, phoneNumber })
    return { idToken, expiresAt: expiresAt.toISOString(), user: await userOf(session) }
  }

  return {
    jwks: () => tokens.jwks(),
    start: (request: StartRequest) => startPhone(codes, request),

    verify: (request: VerifyRequest) => verifyPhone(verifying, request),
    changePhone: (caller: Caller, request: TypedCode & { visitor: Visitor }) =>
      changePhone({ ...verifying, messages, branding, moneyInFlight, rememberNumber }, caller, request),
    payerNumbersOf: (userId: string) => payerNumbersOf(db, userId),
    addPayerNumber: (caller: Caller, request: TypedCode & { origin: Origin }) =>
      addPayerNumber({ ...verifying, isWalletAsked }, caller, request),
    removePayerNumber: (caller: Caller, request: { phone: string; origin: Origin }) =>
      removePayerNumber({ ...verifying, isWalletAsked }, caller, request),
    answer,

    /** Returns the session that a browser's cookies open; null when there is none. */
    sessionOfBrowser: (cookies: BrowserCookies) => sessionOfBrowser({ db, audit }, cookies),

    /** Lets in a call with an ID token; its caller is null unless the token's session is active. Returns null unless the token is genuine and unexpired. */
    async authenticate(bearer: string, entry: Entry) {
      const claims = await tokens.verify(bearer)
      return claims && enterBySession(db, claims, entry)
    },

    sessionsOf: (userId: string) => sessionsOf(db, userId),

    /** Ends the session of the given refresh token or caller; does nothing if it has ended. */
    async signOut(which: Parameters<typeof endSession>[1], origin: Origin): Promise<void> {
      await inTransaction(db, 'identity.sign_out', async (tx) => {
        const ended = await endSession(tx, which)
        if (!ended) return
        await audit.record(tx, { userId: ended.userId, sessionId: ended.id, kind: 'signed_out', origin })
      })
    },

    /**
     * Signs out one of the caller's devices; another device than the current one is also forgotten, so that it counts as new
     * at its next sign-in. Throws Refused `not_found` for a session that is not the user's own.
     */
    async endDevice({ userId, sessionId }: Caller, id: string, origin: Origin): Promise<void> {
      await inTransaction(db, 'identity.end_session', async (tx) => {
        const ended = await endSession(tx, { id, userId })
        if (!ended) throw new Refused('not_found')
        if (id !== sessionId && ended.deviceHash) await forgetDevice(tx, userId, ended.deviceHash)
        await audit.record(tx, { userId, sessionId: id, kind: 'session_ended', origin })
      })
    },

    /** Signs out all the user's devices except the current one. */
    async endOtherDevices(userId: string, sessionId: string, origin: Origin): Promise<void> {
      await inTransaction(db, 'identity.end_other_sessions', async (tx) => {
        if ((await endOtherSessions(tx, userId, sessionId)) === 0) return
        await audit.record(tx, { userId, sessionId, kind: 'sessions_ended', origin })
      })
    },
  }
}

export type Identity = ReturnType<typeof createIdentity>
