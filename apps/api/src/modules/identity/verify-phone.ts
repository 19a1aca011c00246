import { createHash, randomBytes } from 'node:crypto'
import type { CountryCode, ErrorCode } from '@sesa/contract'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused, type RefusalOptions } from '../../lib/refused.ts'
import * as accounts from './accounts-store.ts'
import { hashCode, sameHash } from './codes.ts'
import { recordSecurityEvent } from './events.ts'
import { endSession, insertSession } from './sessions-store.ts'
import type { CodeLimits } from './settings.ts'
import * as store from './verifications-store.ts'

const TOKEN_BYTES = 32

export interface VerifySettings {
  readonly db: Db
  readonly limits: CodeLimits
  readonly codeKey: Buffer
}

export interface VerifyRequest {
  readonly verificationId: string
  readonly code: string
  readonly trustDevice: boolean
  readonly device: string
  /** The account to link the number to, when the caller is signed in. */
  readonly caller: { readonly userId: string; readonly sessionId: string } | null
  /** The refresh token the browser already had: its session ends where the new one begins. */
  readonly oldToken: string | undefined
}

export interface OpenedSession {
  readonly id: string
  readonly userId: string
  readonly authTime: Date
  readonly expiresAt: Date
  readonly token: string
}

/** What the database keeps of a refresh token. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}

type Checked =
  | { readonly ok: true; readonly phoneNumber: string; readonly country: CountryCode }
  | { readonly ok: false; readonly code: ErrorCode; readonly options?: RefusalOptions }

const STATE_CODES = { used: 'code_used', expired: 'code_expired', locked: 'code_locked' } as const

function wrongCode(triesLeft: number): Checked {
  const next =
    triesLeft > 0
      ? `Check the message and enter it again (${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left).`
      : 'That was the last try. Ask for a new code.'
  const message = `That code is not right. ${next}`
  return { ok: false, code: 'code_wrong', options: { field: 'code', message, details: { triesLeft } } }
}

/** Judges one try. A wrong one is counted, so the answer is a value: throwing would roll the count back. */
async function judge(tx: Tx, settings: VerifySettings, request: VerifyRequest): Promise<Checked> {
  const found = await store.lockVerification(tx, request.verificationId)
  if (!found) return { ok: false, code: 'code_expired', options: { field: 'code' } }
  if (found.state !== 'open') return { ok: false, code: STATE_CODES[found.state], options: { field: 'code' } }
  const wait = await store.secondsUntilTriesAllowed(tx, found.phone_number, settings.limits)
  if (wait > 0) return { ok: false, code: 'rate_limited', options: { field: 'code', retryAfter: wait } }
  const hash = hashCode(settings.codeKey, found.id, found.salt, request.code)
  if (!sameHash(hash, found.code_hash)) {
    await store.countWrongTry(tx, found.id)
    return wrongCode(found.triesLeft - 1)
  }
  await store.markUsed(tx, found.id)
  return { ok: true, phoneNumber: found.phone_number, country: found.country }
}

/** The account behind a verified number: its owner, the caller's, or a new one. */
async function accountFor(
  tx: Tx,
  phone: { phoneNumber: string; country: CountryCode },
  caller: VerifyRequest['caller'],
): Promise<string> {
  const owner = await accounts.phoneOwner(tx, phone.phoneNumber)
  if (owner) {
    if (caller && caller.userId !== owner.userId) throw new Refused('phone_taken', { field: 'code' })
    if (owner.locked) throw new Refused('account_locked')
    return owner.userId
  }
  const userId = caller?.userId ?? (await accounts.insertUser(tx))
  if (!(await accounts.linkPhone(tx, userId, phone.phoneNumber, phone.country)))
    throw new Refused('phone_mismatch')
  if (!caller) await recordSecurityEvent(tx, { userId, sessionId: null, kind: 'account_created' })
  return userId
}

async function openSession(tx: Tx, userId: string, request: VerifyRequest): Promise<OpenedSession> {
  if (request.oldToken !== undefined) await endSession(tx, { tokenHash: hashToken(request.oldToken) })
  if (request.caller) await endSession(tx, { id: request.caller.sessionId, userId: request.caller.userId })
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  const { device, trustDevice: trusted } = request
  const session = await insertSession(tx, { userId, tokenHash: hashToken(token), device, trusted })
  await recordSecurityEvent(tx, {
    userId,
    sessionId: session.id,
    kind: 'signed_in',
    details: { method: 'phone', trusted },
  })
  return { ...session, userId, token }
}

/**
 * Opens a session for whoever knows the code. Single use; five tries; wrong codes are counted per number over 24
 * hours, under the number's lock. Throws Refused: `code_wrong`, `code_expired` (also for an unknown verification),
 * `code_used`, `code_locked`, `rate_limited`, `phone_taken`, `phone_mismatch`, `account_locked`.
 */
export async function verifyPhone(settings: VerifySettings, request: VerifyRequest): Promise<OpenedSession> {
  const outcome = await commit(settings.db, 'identity.verify_phone', async (tx) => {
    const checked = await judge(tx, settings, request)
    if (!checked.ok) return checked
    const userId = await accountFor(tx, checked, request.caller)
    return { ok: true as const, session: await openSession(tx, userId, request) }
  })
  if (!outcome.ok) throw new Refused(outcome.code, outcome.options)
  return outcome.session
}
