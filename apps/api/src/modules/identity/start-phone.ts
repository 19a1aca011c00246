import { randomBytes, randomUUID } from 'node:crypto'
import { takeFromBudget } from '../../db/budgets.ts'
import { commit, type Db, type Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { waitText } from '../../lib/wait-text.ts'
import type { Messages } from '../messages/index.ts'
import { addressKey, codeText, hashCode, newCode } from './codes.ts'
import { readServedPhone } from './phone.ts'
import type { CodeLimits } from './settings.ts'
import * as store from './verifications-store.ts'
import { wrongCodesOf } from './wrong-codes-store.ts'

export interface CodeSettings {
  readonly db: Db
  readonly messages: Pick<Messages, 'queue'>
  readonly limits: CodeLimits
  /** The host that codes are bound to in the message. */
  readonly host: string
  readonly codeKey: Buffer
  readonly addressKey: Buffer
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

/**
 * Sends a code to a number. Nothing here looks at accounts, so known and unknown numbers cannot be told apart.
 * Throws Refused: `country_not_served`, `phone_not_mobile`, `phone_invalid`; `rate_limited` for the number or the
 * address; `number_locked`; `sms_unavailable` when the country's or the whole budget of the day is used up.
 */
export async function startPhone(
  settings: CodeSettings,
  request: { phoneNumber: string; address: string },
): Promise<StartedVerification> {
  const { limits } = settings
  const phone = readServedPhone(request.phoneNumber)
  const address = addressKey(settings.addressKey, request.address)
  return commit(settings.db, 'identity.start_phone', async (tx) => {
    await store.lockNumber(tx, phone.e164)
    await store.lockAddress(tx, address)
    await refuseTooMany(tx, phone.e164, address, limits)
    const [id, salt, code] = [randomUUID(), randomBytes(16), newCode()]
    const times = await store.insertVerification(
      tx,
      {
        id,
        phone_number: phone.e164,
        country: phone.country,
        address_key: address,
        salt,
        code_hash: hashCode(settings.codeKey, id, salt, code),
      },
      limits.resendAfter,
    )
    await settings.messages.queue(tx, {
      channel: 'sms',
      to: phone.e164,
      text: codeText(code, settings.host),
      expiresAt: times.expiresAt,
    })
    // Last, since every request of the country waits for these rows until the commit.
    await payFor(tx, `sms:${phone.country}`, limits.perCountryDay)
    await payFor(tx, 'sms', limits.totalPerDay)
    return { verificationId: id, ...times }
  })
}
