import type { CountryCode, ErrorCode } from '@sesa/contract'
import { inTransaction, type Db, type Tx } from '../../../../db/index.ts'
import { requireStepUp } from '../../../../http/route.ts'
import { Refused, type RefusalOptions } from '../../../../lib/refused.ts'
import type { Audit } from '../../account-record/index.ts'
import { hashCode, sameHash } from './codes.ts'
import type { Buckets } from '../limits/buckets.ts'
import { addWrongCodeOfDevice } from '../sessions/devices.ts'
import { areTriesUsedUp } from '../limits/lanes.ts'
import { mailboxOf } from '../mailboxes-store.ts'
import { openSession, type OpenedSession, type Visitor } from '../sessions/open-session.ts'
import type { CodeLimits } from '../settings.ts'
import { endPayerNumber } from './payer-numbers-store.ts'
import { addWrongCode } from './wrong-codes-store.ts'
import { phoneOwner } from '../accounts-store.ts'

import * as accounts from '../accounts-store.ts'
import * as store from './verifications-store.ts'

export interface VerifySettings {
  readonly db: Db
  readonly limits: CodeLimits
  /** Keys under which codes may be hashed; the current one first. */
  readonly codeKeys: readonly Buffer[]
  readonly audit: Audit
  readonly buckets: Buckets
}

export interface TypedCode {
  readonly verificationId: string
  readonly code: string
}

export type VerifyRequest = TypedCode & { readonly visitor: Visitor }

export type CheckedCode =
  | {
      readonly ok: true
      readonly phoneNumber: string
      readonly country: CountryCode
      /** The address it was mailed to; undefined for a code sent to the number. */
      readonly mailed: MailedCode | undefined
    }
  | { readonly ok: false; readonly code: ErrorCode; readonly options?: RefusalOptions }

interface MailedCode {
  readonly userId: string | null
  readonly at: Date
}

const STATE_CODES = { used: 'code_used', expired: 'code_expired', locked: 'code_locked' } as const

function wrongCode(triesLeft: number): CheckedCode {
  const next =
    triesLeft > 0
      ? `You have ${triesLeft} ${triesLeft === 1 ? 'try' : 'tries'} left.`
      : 'That was your last try. Request a new code.'
  const message = `That code isn’t right. ${next}`
  return { ok: false, code: 'code_wrong', options: { field: 'code', message, details: { triesLeft } } }
}

/** Judges one try. A wrong try is returned as a value, because throwing would roll its count back. */
export async function judgeCode(tx: Tx, settings: VerifySettings, request: TypedCode): Promise<CheckedCode> {
  const found = await store.lockVerification(tx, request.verificationId)
  if (!found) return { ok: false, code: 'code_expired', options: { field: 'code' } }
  if (found.state !== 'open') return { ok: false, code: STATE_CODES[found.state], options: { field: 'code' } }
  // Another code may be available, on another account.
  if (await areTriesUsedUp(tx, settings.limits, found))
    return { ok: false, code: 'code_locked', options: { field: 'code' } }
  const isRight = settings.codeKeys.some((key) =>
    sameHash(hashCode(key, found.id, found.salt, request.code), found.code_hash),
  )
  if (!isRight) {
    await store.countWrongTry(tx, found.id)
    await countWrongCode(tx, found)
    return wrongCode(found.triesLeft - 1)
  }
  await store.markUsed(tx, found.id)
  const { phone_number: phoneNumber, country, user_id: userId, created_at: at } = found
  return { ok: true, phoneNumber, country, mailed: found.lane === 'email' ? { userId, at } : undefined }
}

/** Adds a wrong code to the lifetime count, if it has one; long codes cannot be guessed. */
async function countWrongCode(tx: Tx, { lane, ...found }: store.Verification): Promise<void> {
  if (lane === 'stranger') await addWrongCode(tx, found.phone_number)
  if (lane === 'known' && found.user_id !== null && found.device_hash !== null)
    await addWrongCodeOfDevice(tx, found.user_id, found.device_hash)
}

/** Returns the account that a code was mailed to if it still owns the number and the address; null otherwise. */
async function accountOfMail(
  tx: Tx,
  phoneNumber: string,
  { userId, at }: MailedCode,
): Promise<string | null> {
  const mailbox = await mailboxOf(tx, phoneNumber)
  return mailbox?.userId === userId && mailbox.confirmedAt < at ? mailbox.userId : null
}

/**
 * Returns the account of a verified number: its owner's, the caller's, or a new one. Linking a number to the caller requires
 * step-up, since it adds a sign-in method.
 */
export async function accountOfPhone(
  tx: Tx,
  audit: Audit,
  phone: { phoneNumber: string; country: CountryCode },
  { caller, origin }: Visitor,
): Promise<{ userId: string; isLinked: boolean }> {
  const owner = await accounts.phoneOwner(tx, phone.phoneNumber)
  if (owner !== undefined) {
    if (caller && caller.userId !== owner) throw new Refused('phone_taken', { field: 'code' })
    return { userId: owner, isLinked: false }
  }
  if (caller) requireStepUp(caller)
  const userId = caller?.userId ?? (await accounts.insertUser(tx))
  await endPayerNumber(tx, audit, phone.phoneNumber, userId)
  if (!(await accounts.linkPhone(tx, userId, phone.phoneNumber, phone.country)))
    throw new Refused('phone_mismatch')
  const kind = caller ? 'phone_linked' : 'account_created'
  await audit.record(tx, { userId, sessionId: caller?.sessionId ?? null, kind, origin })
  return { userId, isLinked: caller !== null }
}

/**
 * Opens a session for the visitor who enters the correct code. Returns null when the code linked its number to the caller: a
 * number that was just added proves nothing, so their session continues unchanged. A code works once and allows five tries;
 * wrong codes count against the budget chosen in `lanes.ts`, under the number's lock. Throws Refused: `code_wrong`,
 * `code_expired` (also for an unknown verification), `code_used`, `code_locked`, `phone_taken`, `phone_mismatch`,
 * `step_up_required`, `other_account`, `account_locked`.
 */
export async function verifyPhone(
  settings: VerifySettings,
  request: VerifyRequest,
): Promise<OpenedSession | null> {
  const { db, audit } = settings
  const { visitor } = request
  const outcome = await inTransaction(db, 'identity.verify_phone', async (tx) => {
    const checked = await judgeCode(tx, settings, request)
    if (!checked.ok) return recordFailedCode(tx, settings, request, checked)
    const { mailed } = checked
    const { userId, isLinked } = mailed
      ? { userId: await accountOfMail(tx, checked.phoneNumber, mailed), isLinked: false }
      : await accountOfPhone(tx, audit, checked, visitor)
    if (userId === null) return { ok: false as const, code: 'code_expired' as const }
    if (isLinked) return { ok: true as const, session: null }
    const method = mailed ? 'email_code' : 'phone'
    return { ok: true as const, session: await openSession(tx, audit, { userId, method, visitor }) }
  })
  if (!outcome.ok) throw new Refused(outcome.code, 'options' in outcome ? outcome.options : undefined)
  return outcome.session
}

interface Failed {
  readonly ok: false
  readonly code: ErrorCode
  readonly options?: RefusalOptions
}

/** Records a failed code, with its number and the number's account. */
async function recordFailedCode(
  tx: Tx,
  { audit, buckets }: { readonly audit: Audit; readonly buckets: Buckets },
  { verificationId, visitor }: { readonly verificationId: string; readonly visitor: Visitor },
  failed: Failed,
): Promise<Failed> {
  const row = await tx
    .selectFrom('verifications')
    .select('phone_number')
    .where('id', '=', verificationId)
    .executeTakeFirst()
  if (!row) return failed
  const { phone_number: number } = row
  const userId = (await phoneOwner(tx, number)) ?? null
  if (failed.code === 'code_wrong') {
    const tried = buckets.ofNumber('failed', number)
    await audit.failed(tx, { userId, tried, method: 'phone', origin: visitor.origin })
  }
  return { ...failed, options: { ...failed.options, subject: { tried: number, account: userId } } }
}
