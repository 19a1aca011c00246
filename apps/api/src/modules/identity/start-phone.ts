import type { PhoneNumber } from '@sesa/contract/phone'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { takeFromBudget } from '../../db/budgets.ts'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { waitText } from '../../lib/wait-text.ts'
import type { Messages } from '../messages/index.ts'
import { addressKey, codeText, hashCode, newCode } from './codes.ts'
import { readServedPhone } from './phone.ts'
import type { ProofsOfWork } from './proof-of-work.ts'
import { spendProof } from './proofs-store.ts'
import type { CodeLimits } from './settings.ts'
import * as store from './verifications-store.ts'
import { wrongCodesOf } from './wrong-codes-store.ts'

/** How long a challenge may take to be solved. */
const PROOF_LIFE = '10 minutes'

export interface CodeSettings {
  readonly db: Db
  readonly messages: Pick<Messages, 'queue'>
  readonly limits: CodeLimits
  /** The host that codes are bound to in the message. */
  readonly host: string
  readonly codeKey: Buffer
  readonly addressKey: Buffer
  readonly proofs: ProofsOfWork
}

export interface StartedVerification {
  readonly verificationId: string
  readonly resendAfter: Date
  readonly expiresAt: Date
}

async function refuseTooMany(
  tx: Tx,
  phoneNumber: string,
  address: Buffer,
  limits: CodeLimits,
): Promise<void> {
  if ((await wrongCodesOf(tx, phoneNumber)) >= limits.wrongPerNumberLife)
    throw new Refused('number_locked', { field: 'phoneNumber' })
  const wait = Math.max(
    await store.secondsUntilAllowed(tx, phoneNumber, address, limits),
    await store.secondsUntilTriesAllowed(tx, phoneNumber, limits),
  )
  if (wait <= 0) return
  throw new Refused('rate_limited', {
    field: 'phoneNumber',
    retryAfter: wait,
    message: `Too many codes were asked for. Try again in ${waitText(wait)}.`,
  })
}

/** Takes one code from a day's budget, or sends none: a budget that is used up closes. */
async function payFor(tx: Tx, bucket: string, most: number): Promise<void> {
  if ((await takeFromBudget(tx, { bucket, most, seconds: 86_400 })) > 0) throw new Refused('sms_unavailable')
}

type Started = StartedVerification | { readonly proofUntil: Date }

/** A proof that was given has been checked; it is spent only where one is wanted. */
async function isProven(tx: Tx, digest: Buffer | null): Promise<boolean> {
  return digest !== null && (await spendProof(tx, digest, sql<Date>`now() + ${PROOF_LIFE}::interval`))
}

/** When a challenge that is given out now runs out. */
async function proofEnd(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`select now() + ${PROOF_LIFE}::interval as until`.execute(tx)
  return rows[0]?.until ?? new Date(0)
}

async function sendCode(
  tx: Tx,
  settings: CodeSettings,
  phone: PhoneNumber,
  address: Buffer,
): Promise<StartedVerification> {
  const { limits, codeKey, messages, host } = settings
  const [id, salt, code] = [randomUUID(), randomBytes(16), newCode()]
  const verification = {
    id,
    phone_number: phone.e164,
    country: phone.country,
    address_key: address,
    salt,
    code_hash: hashCode(codeKey, id, salt, code),
  }
  const times = await store.insertVerification(tx, verification, limits.resendAfter)
  const text = codeText(code, host)
  await messages.queue(tx, { channel: 'sms', to: phone.e164, text, expiresAt: times.expiresAt })
  // Last, since every request of the country waits for these rows until the commit.
  await payFor(tx, `sms:${phone.country}`, limits.perCountryDay)
  await payFor(tx, 'sms', limits.totalPerDay)
  return { verificationId: id, ...times }
}

/**
 * Sends a code to a number. Nothing here looks at accounts, so known and unknown numbers cannot be told apart.
 * Throws Refused: `country_not_served`, `phone_not_mobile`, `phone_invalid`; `rate_limited` for the number or the
 * address; `number_locked`; `proof_required`, with a challenge, when it looks like pumping; `sms_unavailable` when the
 * country's or the whole budget of the day is used up.
 */
export async function startPhone(
  settings: CodeSettings,
  request: { phoneNumber: string; proof?: string | undefined; address: string },
): Promise<StartedVerification> {
  const { limits, proofs } = settings
  const phone = readServedPhone(request.phoneNumber)
  const address = addressKey(settings.addressKey, request.address)
  const digest = request.proof === undefined ? null : await proofs.check(phone.e164, request.proof)
  const started = await commit(settings.db, 'identity.start_phone', async (tx): Promise<Started> => {
    await store.lockNumber(tx, phone.e164)
    await store.lockAddress(tx, address)
    await refuseTooMany(tx, phone.e164, address, limits)
    const risky = await store.isRisky(tx, { country: phone.country, addressKey: address }, limits)
    if (risky && !(await isProven(tx, digest))) return { proofUntil: await proofEnd(tx) }
    return sendCode(tx, settings, phone, address)
  })
  if (!('proofUntil' in started)) return started
  const challenge = await proofs.challenge(phone.e164, started.proofUntil)
  throw new Refused('proof_required', { field: 'phoneNumber', details: { challenge } })
}
