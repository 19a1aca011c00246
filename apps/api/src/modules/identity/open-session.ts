import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { holdOpenAccount } from '../../db/open-account.ts'
import type { Origin } from '../../http/origin.ts'
import { Refused } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import { endSession, insertSession } from './sessions-store.ts'
import { forgetWrongCodes } from './wrong-codes-store.ts'

const TOKEN_BYTES = 32

/** Who is at the door: the browser that proves something, and what it had before. */
export interface Visitor {
  readonly origin: Origin
  /** Undefined keeps what the session that is replaced had. */
  readonly trustDevice: boolean | undefined
  /** The account that the browser is signed in to: the proof has to be of the same one. */
  readonly caller: { readonly userId: string; readonly sessionId: string } | null
  /** The refresh token the browser already had: its session ends where the new one begins. */
  readonly oldToken: string | undefined
}

export type SignInMethod = 'phone' | 'password' | 'email' | 'passkey' | 'google' | 'firebase'

/** Proofs that do not rest on the phone network, so that they vouch for a number that was guessed at. */
const APART_FROM_PHONE: readonly SignInMethod[] = ['password', 'passkey', 'google']

export interface OpenedSession {
  readonly id: string
  readonly userId: string
  readonly expiresAt: Date
  readonly trusted: boolean
  readonly token: string
}

/** What the database keeps of a token that only a browser or a mail holds. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

/** 256 bits from a CSPRNG, as text for cookies and links. */
export function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url')
}

/** Ends what the browser had; answers whether its device was trusted for the same account. */
async function replaceSession(tx: Tx, userId: string, { oldToken, caller }: Visitor): Promise<boolean> {
  const byToken =
    oldToken === undefined ? undefined : await endSession(tx, { tokenHash: hashToken(oldToken) })
  const byCaller = caller ? await endSession(tx, { id: caller.sessionId, userId: caller.userId }) : undefined
  return [byToken, byCaller].some((ended) => ended?.userId === userId && ended.trusted)
}

/** True when the account has been used, and never from such a device as far as is remembered. */
async function isNewDevice(tx: Tx, userId: string, device: string): Promise<boolean> {
  const row = await tx
    .selectFrom('sessions')
    .select(sql<boolean>`count(*) > 0 and not coalesce(bool_or(device = ${device}), false)`.as('isNew'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return row.isNew
}

/**
 * Opens a session for an account whose owner has just proved to be there; with a caller it takes the place of the
 * caller's session and counts as a fresh proof. Throws Refused `other_account` or `account_locked`.
 */
export async function openSession(
  tx: Tx,
  audit: Audit,
  { userId, method, visitor }: { userId: string; method: SignInMethod; visitor: Visitor },
): Promise<OpenedSession> {
  const { caller, origin, trustDevice } = visitor
  if (caller && caller.userId !== userId) throw new Refused('other_account')
  if (!(await holdOpenAccount(tx, userId))) throw new Refused('account_locked')
  const newDevice = await isNewDevice(tx, userId, origin.device)
  const wasTrusted = await replaceSession(tx, userId, visitor)
  const trusted = trustDevice ?? wasTrusted
  const token = newToken()
  const session = await insertSession(tx, {
    userId,
    tokenHash: hashToken(token),
    device: origin.device,
    trusted,
  })
  if (APART_FROM_PHONE.includes(method)) await forgetWrongCodes(tx, userId)
  await audit.record(tx, {
    userId,
    sessionId: session.id,
    kind: caller ? 'proved' : 'signed_in',
    details: { method, trusted, ...(newDevice && { newDevice }) },
    origin,
  })
  return { ...session, userId, trusted, token }
}
