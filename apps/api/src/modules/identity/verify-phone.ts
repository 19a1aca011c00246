import type { CountryCode, ErrorCode } from '@sesa/contract'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused, type RefusalOptions } from '../../lib/refused.ts'
import type { Audit } from '../audit/index.ts'
import * as accounts from './accounts-store.ts'
import { hashCode, sameHash } from './codes.ts'
import { openSession, type OpenedSession, type Visitor } from './open-session.ts'
import type { CodeLimits } from './settings.ts'
import * as store from './verifications-store.ts'
import { addWrongCode, wrongCodesOf } from './wrong-codes-store.ts'

export interface VerifySettings {
  readonly db: Db
  readonly limits: CodeLimits
  /** Keys that codes may be hashed under: the current one first. */
  readonly codeKeys: readonly Buffer[]
  readonly audit: Audit
}

export interface TypedCode {
  readonly verificationId: string
  readonly code: string
}

export type VerifyRequest = TypedCode & { readonly visitor: Visitor }

export type CheckedCode =
  | { readonly ok: true; readonly phoneNumber: string; readonly country: CountryCode }
  | { readonly ok: false; readonly code: ErrorCode; readonly options?: RefusalOptions }

const STATE_CODES = { used: 'code_used', expired: 'code_expired', locked: 'code_locked' } as const

function wrongCode(triesLeft: number): CheckedCode {
  const next =
    triesLeft > 0
      ? `Check the message and enter it again (${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left).`
      : 'That was the last try. Ask for a new code.'
  const message = `That code is not right. ${next}`
  return { ok: false, code: 'code_wrong', options: { field: 'code', message, details: { triesLeft } } }
}

/** Judges one try. A wrong one is counted, so the answer is a value: throwing would roll the count back. */
export async function judgeCode(tx: Tx, settings: VerifySettings, request: TypedCode): Promise<CheckedCode> {
  const found = await store.lockVerification(tx, request.verificationId)
  if (!found) return { ok: false, code: 'code_expired', options: { field: 'code' } }
  if (found.state !== 'open') return { ok: false, code: STATE_CODES[found.state], options: { field: 'code' } }
  if ((await wrongCodesOf(tx, found.phone_number)) >= settings.limits.wrongPerNumberLife)
    return { ok: false, code: 'number_locked', options: { field: 'code' } }
  const wait = await store.secondsUntilTriesAllowed(tx, found.phone_number, settings.limits)
  if (wait > 0) return { ok: false, code: 'rate_limited', options: { field: 'code', retryAfter: wait } }
  const isRight = settings.codeKeys.some((key) =>
    sameHash(hashCode(key, found.id, found.salt, request.code), found.code_hash),
  )
  if (!isRight) {
    await store.countWrongTry(tx, found.id)
    await addWrongCode(tx, found.phone_number)
    return wrongCode(found.triesLeft - 1)
  }
  await store.markUsed(tx, found.id)
  return { ok: true, phoneNumber: found.phone_number, country: found.country }
}

/** The account behind a verified number: its owner, the caller's, or a new one. */
export async function accountOfPhone(
  tx: Tx,
  audit: Audit,
  phone: { phoneNumber: string; country: CountryCode },
  { caller, origin }: Visitor,
): Promise<string> {
  const owner = await accounts.phoneOwner(tx, phone.phoneNumber)
  if (owner !== undefined) {
    if (caller && caller.userId !== owner) throw new Refused('phone_taken', { field: 'code' })
    return owner
  }
  const userId = caller?.userId ?? (await accounts.insertUser(tx))
  if (!(await accounts.linkPhone(tx, userId, phone.phoneNumber, phone.country)))
    throw new Refused('phone_mismatch')
  const kind = caller ? 'phone_linked' : 'account_created'
  await audit.record(tx, { userId, sessionId: caller?.sessionId ?? null, kind, origin })
  return userId
}

/**
 * Opens a session for whoever knows the code. Single use; five tries; wrong codes are counted per number over 24
 * hours and over its life, under the number's lock. Throws Refused: `code_wrong`, `code_expired` (also for an unknown
 * verification), `code_used`, `code_locked`, `number_locked`, `rate_limited`, `phone_taken`, `phone_mismatch`,
 * `account_locked`.
 */
export async function verifyPhone(settings: VerifySettings, request: VerifyRequest): Promise<OpenedSession> {
  const { db, audit } = settings
  const { visitor } = request
  const outcome = await commit(db, 'identity.verify_phone', async (tx) => {
    const checked = await judgeCode(tx, settings, request)
    if (!checked.ok) return checked
    const userId = await accountOfPhone(tx, audit, checked, visitor)
    return { ok: true as const, session: await openSession(tx, audit, { userId, method: 'phone', visitor }) }
  })
  if (!outcome.ok) throw new Refused(outcome.code, outcome.options)
  return outcome.session
}
