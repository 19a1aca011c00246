import type { PhoneNumber } from '@sesa/contract/phone'
import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { takeFromBudgets } from '../../../../db/budgets.ts'
import { inTransaction, type Db, type Tx } from '../../../../db/index.ts'
import type { Origin } from '../../../../http/origin.ts'
import { Refused } from '../../../../lib/refused.ts'
import { waitText } from '../../../../lib/wait-text.ts'
import { renderEmail, type Branding, type Messages } from '../../../record/index.ts'
import { addressKey, codeEmail, codeText, hashCode, newCode } from './codes.ts'
import { chooseLane, type Ask, type LaneChoice } from '../limits/lanes.ts'
import { hashToken } from '../sessions/open-session.ts'
import { readServedPhone } from './phone.ts'
import type { ProofOfWork } from '../limits/proof-of-work.ts'
import { spendProofOfWork } from '../limits/proof-of-work-store.ts'
import { LONG_CODE, SHORT_CODE, type CodeLimits } from '../settings.ts'
import { mailboxOf } from '../mailboxes-store.ts'
import * as store from './verifications-store.ts'

/** Lifetime of a challenge. */
const PROOF_LIFE = '10 minutes'

export interface CodeSettings {
  readonly db: Db
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly limits: CodeLimits
  /** The host that the message binds codes to. */
  readonly host: string
  readonly codeKey: Buffer
  readonly addressKey: Buffer
  readonly proofOfWork: ProofOfWork
}

export interface StartedVerification {
  readonly verificationId: string
  readonly resendAfter: Date
  readonly expiresAt: Date
  readonly digits: typeof SHORT_CODE | typeof LONG_CODE
  readonly sentBy: 'sms' | 'email'
}

export interface StartRequest {
  readonly phoneNumber: string
  readonly proof?: string | undefined
  /** Used only when no short code is available. */
  readonly via?: 'email' | undefined
  readonly origin: Origin
  readonly deviceToken: string | undefined
}

/** Refuses a code requested too early; offers one by email when possible. */
function refuseTooMany({ lane, wait }: LaneChoice): void {
  if (wait <= 0) return
  throw new Refused('rate_limited', {
    field: 'phoneNumber',
    retryAfter: wait,
    message: `Too many code requests. Try again in ${waitText(wait)}.`,
    // The same for every number, with or without an address to mail to.
    ...(lane === 'slow' && { details: { mailedCode: true } }),
  })
}

/** Takes one code from a day's budget; throws when it is used up. */
async function payFor(tx: Tx, bucket: string, most: number): Promise<void> {
  const { wait } = await takeFromBudgets(tx, [{ bucket, most, seconds: 86_400 }])
  if (wait > 0) throw new Refused('sms_unavailable')
}

type Started = StartedVerification | { readonly workUntil: Date }

/** Spends a checked proof of work, where one is required. */
async function spendWork(tx: Tx, digest: Buffer | null): Promise<boolean> {
  return digest !== null && (await spendProofOfWork(tx, digest, sql<Date>`now() + ${PROOF_LIFE}::interval`))
}

/** Returns the expiry time of a challenge issued now. */
async function proofOfWorkEnd(tx: Tx): Promise<Date> {
  const { rows } = await sql<{ until: Date }>`select now() + ${PROOF_LIFE}::interval as until`.execute(tx)
  return rows[0]?.until ?? new Date(0)
}

interface CodeRequest {
  readonly phone: PhoneNumber
  readonly ask: Ask
  readonly choice: LaneChoice
  readonly origin: Origin
}

async function sendCode(tx: Tx, settings: CodeSettings, request: CodeRequest): Promise<StartedVerification> {
  const { limits, codeKey } = settings
  const { phone, ask, choice } = request
  const { lane } = choice
  const digits = lane === 'slow' || lane === 'email' ? LONG_CODE : SHORT_CODE
  const [id, salt, code] = [randomUUID(), randomBytes(16), newCode(digits)]
  const mailbox = lane === 'email' ? await mailboxOf(tx, phone.e164) : undefined
  const verification = {
    id,
    phone_number: phone.e164,
    country: phone.country,
    address_key: ask.addressKey,
    salt,
    code_hash: hashCode(codeKey, id, salt, code),
    lane,
    device_hash: lane === 'known' ? (ask.deviceHash ?? null) : null,
    user_id: mailbox?.userId ?? choice.userId,
  }
  const times = await store.insertVerification(tx, verification, limits.resendAfter)
  if (lane === 'email')
    await mailCode(tx, settings, { code, to: mailbox?.email, origin: request.origin, ...times })
  else await textCode(tx, settings, { code, phone, isKnown: lane === 'known', ...times })
  return { verificationId: id, ...times, digits, sentBy: lane === 'email' ? 'email' : 'sms' }
}

async function textCode(
  tx: Tx,
  { limits, messages, host }: CodeSettings,
  sms: { code: string; phone: PhoneNumber; isKnown: boolean; expiresAt: Date },
): Promise<void> {
  const { code, phone, isKnown, expiresAt } = sms
  await messages.queue(tx, { channel: 'sms', to: phone.e164, text: codeText(code, host), expiresAt })
  const most = (budget: number): number => (isKnown ? budget : Math.ceil(budget * limits.strangersShare))
  // Last, since every request of the country waits for these rows until the commit.
  await payFor(tx, `sms:${phone.country}`, most(limits.perCountryDay))
  await payFor(tx, 'sms', most(limits.totalPerDay))
}

/** Emails the code. Always renders the email, so that a number without a confirmed address takes the same time. */
async function mailCode(
  tx: Tx,
  { messages, branding }: CodeSettings,
  mail: { code: string; to: string | undefined; origin: Origin; expiresAt: Date },
): Promise<void> {
  const { code, to, origin, expiresAt } = mail
  const rendered = renderEmail(codeEmail(code, origin), branding)
  if (to !== undefined) await messages.queue(tx, { channel: 'email', to, expiresAt, ...rendered })
}

/**
 * Sends a code to a number. The answer to a stranger never depends on whether the number has an account; only a browser
 * that signed in to that account before is treated differently. Throws Refused: `country_not_served`,
 * `phone_not_mobile`, `phone_invalid`; `rate_limited` for the number or the address; `proof_required`, with a
 * challenge, for suspected SMS pumping or a long code; `sms_unavailable` when the day's budget of the country or in
 * total is used up.
 */
export async function startPhone(
  settings: CodeSettings,
  request: StartRequest,
): Promise<StartedVerification> {
  const { limits, proofOfWork } = settings
  const { proof, deviceToken, origin } = request
  const phone = readServedPhone(request.phoneNumber)
  const ask: Ask = {
    phoneNumber: phone.e164,
    country: phone.country,
    addressKey: addressKey(settings.addressKey, origin.address),
    deviceHash: deviceToken === undefined ? undefined : hashToken(deviceToken),
    byMail: request.via === 'email',
  }
  const digest = proof === undefined ? null : await proofOfWork.check(phone.e164, proof)
  const started = await inTransaction(settings.db, 'identity.start_phone', async (tx): Promise<Started> => {
    await store.lockNumber(tx, phone.e164)
    await store.lockAddress(tx, ask.addressKey)
    const choice = await chooseLane(tx, limits, ask)
    refuseTooMany(choice)
    if (choice.needsWork && !(await spendWork(tx, digest))) return { workUntil: await proofOfWorkEnd(tx) }
    return sendCode(tx, settings, { phone, ask, choice, origin })
  })
  if (!('workUntil' in started)) return started
  const challenge = await proofOfWork.challenge(phone.e164, started.workUntil)
  throw new Refused('proof_required', { field: 'phoneNumber', details: { challenge } })
}
