import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../../../db/index.ts'
import { holdOpenAccount } from '../../../../db/open-account.ts'
import type { Origin } from '../../../../http/origin.ts'
import type { Caller } from '../../../../http/route.ts'
import { Refused } from '../../../../lib/refused.ts'
import type { Audit } from '../../account-record/index.ts'
import { isKnownDevice, rememberDevice } from './devices.ts'
import { endSession, endSessionsOfDevice, insertSession } from './store.ts'
import { forgetWrongCodes } from '../phone/wrong-codes-store.ts'

const TOKEN_BYTES = 32

/** The browser that signs in, and its earlier session. */
export interface Visitor {
  readonly origin: Origin
  /** Undefined keeps the setting of the session that is replaced. */
  readonly trustDevice: boolean | undefined
  /** The account that the browser is signed in to; the sign-in must be for the same one. */
  readonly caller: Pick<Caller, 'userId' | 'sessionId' | 'proven'> | null
  /** The browser's earlier refresh token: its session ends when the new one begins. */
  readonly oldToken: string | undefined
  /** The browser's device cookie; undefined if it has never signed in. */
  readonly deviceToken: string | undefined
}

export type SignInMethod = 'phone' | 'password' | 'email' | 'email_code' | 'passkey' | 'google' | 'firebase'

/** Sign-in methods independent of the phone network, which can verify a number under attack. */
const APART_FROM_PHONE: readonly SignInMethod[] = ['password', 'email_code', 'passkey', 'google']

export interface OpenedSession {
  readonly id: string
  readonly userId: string
  readonly expiresAt: Date
  readonly trusted: boolean
  readonly token: string
  /** The browser keeps it even after signing out. */
  readonly deviceToken: string
}

/** Hashes a token for storage; only a browser or an email holds the token itself. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** Returns 256 bits from a CSPRNG, as text for cookies and links. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Settings of the browser's earlier session with the same account. */
interface Replaced {
  readonly trusted: boolean
  /** Issued by the previous release, without a device cookie. */
  readonly unbound: boolean
}

/** Ends this browser's earlier sessions. */
async function replaceSessions(
  tx: Tx,
  userId: string,
  deviceHash: Buffer,
  { oldToken, caller }: Visitor,
): Promise<Replaced> {
  const ended = [
    oldToken === undefined ? undefined : await endSession(tx, { tokenHash: hashToken(oldToken) }),
    caller ? await endSession(tx, { id: caller.sessionId, userId: caller.userId }) : undefined,
  ].filter((session) => session?.userId === userId)
  await endSessionsOfDevice(tx, userId, deviceHash)
  return {
    trusted: ended.some((session) => session?.trusted),
    unbound: ended.some((session) => session?.deviceHash === null),
  }
}

/** Returns true when the account was created in this transaction. */
async function isJustOpened(tx: Tx, userId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select(sql<boolean>`created_at = now()`.as('justOpened'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.justOpened
}

/**
 * Opens a session after a successful sign-in; with a caller it replaces the caller's session and counts as step-up. A browser
 * without a device cookie known to this account is a new device, unless the account was just created. Throws Refused
 * `other_account` or `account_locked`.
 */
export async function openSession(
  tx: Tx,
  audit: Audit,
  { userId, method, visitor }: { userId: string; method: SignInMethod; visitor: Visitor },
): Promise<OpenedSession> {
  const { caller, origin, trustDevice } = visitor
  if (caller && caller.userId !== userId) throw new Refused('other_account')
  if (!(await holdOpenAccount(tx, userId))) throw new Refused('account_locked')
  const deviceToken = visitor.deviceToken ?? newToken()
  const deviceHash = hashToken(deviceToken)
  const known = (await isKnownDevice(tx, userId, deviceHash)) || (await isJustOpened(tx, userId))
  const replaced = await replaceSessions(tx, userId, deviceHash, visitor)
  const newDevice = !known && !replaced.unbound
  const trusted = trustDevice ?? replaced.trusted
  const token = newToken()
  const { device } = origin
  const session = await insertSession(tx, {
    userId,
    tokenHash: hashToken(token),
    deviceHash,
    device,
    trusted,
  })
  await rememberDevice(tx, { userId, deviceHash, name: device })
  if (APART_FROM_PHONE.includes(method)) await forgetWrongCodes(tx, userId)
  await audit.record(tx, {
    userId,
    sessionId: session.id,
    kind: caller ? 'proved' : 'signed_in',
    details: { method, trusted, ...(newDevice && { newDevice }) },
    origin,
  })
  return { ...session, userId, trusted, token, deviceToken }
}
