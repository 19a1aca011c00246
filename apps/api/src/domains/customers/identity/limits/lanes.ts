import { sql, type RawBuilder } from 'kysely'
import type { CountryCode } from '@sesa/contract'
import type { Tx } from '../../../../db/index.ts'
import type { Lane } from '../../../../db/schema/identity.ts'
import { phoneOwner } from '../accounts-store.ts'
import { wrongCodesOfDevice } from '../sessions/devices.ts'
import type { CodeLimits } from '../settings.ts'
import {
  isRisky,
  secondsUntilAllowed,
  secondsUntilTriesAllowed,
  type Rule,
} from '../phone/verifications-store.ts'
import { wrongCodesOf } from '../phone/wrong-codes-store.ts'

const HOUR = 3_600
const DAY = 86_400

/** A request for a code. */
export interface Ask {
  readonly phoneNumber: string
  readonly country: CountryCode
  readonly addressKey: Buffer
  /** Hash of the browser's device cookie; undefined when it has none. */
  readonly deviceHash: Buffer | undefined
  /** True if the customer accepts a code by email when no short code is available. */
  readonly byMail: boolean
}

/** The budget that a code counts against, whether it needs proof of work, and the seconds until it may be sent. */
export interface LaneChoice {
  readonly lane: Lane
  /** The account that knows the browser; null for an unknown browser. */
  readonly userId: string | null
  readonly needsWork: boolean
  readonly wait: number
}

type Tried = Pick<Ask, 'phoneNumber' | 'addressKey'>

const strangers = (phoneNumber: string, ...lanes: Lane[]): RawBuilder<unknown> =>
  sql`phone_number = ${phoneNumber} and lane in (${sql.join(lanes)})`

const fromAddress = (whose: RawBuilder<unknown>, addressKey: Buffer): RawBuilder<unknown> =>
  sql`${whose} and address_key = ${addressKey}`

const ofDevice = (phoneNumber: string, deviceHash: Buffer): RawBuilder<unknown> =>
  sql`phone_number = ${phoneNumber} and lane = 'known' and device_hash = ${deviceHash}`

function shortRules(whose: RawBuilder<unknown>, limits: CodeLimits): Rule[] {
  return [
    { whose, most: 1, seconds: limits.resendAfter },
    { whose, most: limits.perNumber10Minutes, seconds: 600 },
    { whose, most: limits.perNumberHour, seconds: HOUR },
  ]
}

const addressRule = ({ addressKey }: Tried, limits: CodeLimits): Rule => ({
  whose: sql`address_key = ${addressKey} and lane <> 'known'`,
  most: limits.perAddressHour,
  seconds: HOUR,
})

/**
 * Returns the seconds until a known browser may try codes again; undefined when the browser is unknown or has guessed too
 * often.
 */
async function secondsUntilDeviceTries(
  tx: Tx,
  limits: CodeLimits,
  { phoneNumber, userId, deviceHash }: { phoneNumber: string; userId: string; deviceHash: Buffer },
): Promise<number | undefined> {
  const wrong = await wrongCodesOfDevice(tx, userId, deviceHash)
  if (wrong === undefined || wrong >= limits.wrongPerNumberLife) return undefined
  const whose = ofDevice(phoneNumber, deviceHash)
  return secondsUntilTriesAllowed(tx, { whose, most: limits.wrongPerNumberDay })
}

/** Returns the browser's own budget; null when it has none, or has used it up today. */
async function ownLane(tx: Tx, limits: CodeLimits, ask: Ask): Promise<LaneChoice | null> {
  const { phoneNumber, deviceHash } = ask
  if (deviceHash === undefined) return null
  const userId = await phoneOwner(tx, phoneNumber)
  if (userId === undefined) return null
  if ((await secondsUntilDeviceTries(tx, limits, { phoneNumber, userId, deviceHash })) !== 0) return null
  const whose = ofDevice(phoneNumber, deviceHash)
  if ((await secondsUntilAllowed(tx, [{ whose, most: limits.perNumberDay, seconds: DAY }])) > 0) return null
  const wait = await secondsUntilAllowed(tx, shortRules(whose, limits))
  return { lane: 'known', userId, needsWork: false, wait }
}

/** Returns the seconds until strangers may again try short codes of this number from this address. */
async function secondsUntilStrangersTry(
  tx: Tx,
  limits: CodeLimits,
  { phoneNumber, addressKey }: Tried,
): Promise<number> {
  if ((await wrongCodesOf(tx, phoneNumber)) >= limits.wrongPerNumberLife) return Infinity
  const whose = strangers(phoneNumber, 'stranger')
  return Math.max(
    await secondsUntilTriesAllowed(tx, { whose, most: limits.wrongPerNumberDay }),
    await secondsUntilTriesAllowed(tx, {
      whose: fromAddress(whose, addressKey),
      most: limits.wrongPerNumberAndAddressDay,
    }),
  )
}

/** Returns the seconds until strangers can get short codes of this number again; 0 when they can now. */
async function secondsUntilShort(tx: Tx, limits: CodeLimits, ask: Ask): Promise<number> {
  const whose = strangers(ask.phoneNumber, 'stranger')
  const sent = await secondsUntilAllowed(tx, [
    { whose, most: limits.perNumberDay, seconds: DAY },
    { whose: fromAddress(whose, ask.addressKey), most: limits.perNumberAndAddressDay, seconds: DAY },
  ])
  return Math.max(sent, await secondsUntilStrangersTry(tx, limits, ask))
}

function longRules({ phoneNumber, addressKey }: Ask, lane: 'slow' | 'email', limits: CodeLimits): Rule[] {
  const whose = strangers(phoneNumber, lane)
  const most = limits.longPerNumberAndAddressDay
  const perAddress = { whose: fromAddress(whose, addressKey), most, seconds: DAY }
  if (lane === 'slow') {
    const sms = strangers(phoneNumber, 'stranger', 'slow')
    return [
      perAddress,
      { whose, most: 1, seconds: limits.slowApart },
      { whose: sms, most: 1, seconds: limits.resendAfter },
    ]
  }
  return [
    perAddress,
    { whose, most: limits.mailedPerNumberHour, seconds: HOUR },
    { whose, most: limits.mailedPerNumberDay, seconds: DAY },
  ]
}

/**
 * Chooses the budget that a code counts against. A browser that signed in before has its own budget, which strangers cannot
 * use up. Strangers share the short codes. Once those are used up for the day or for life, strangers get long codes, which
 * cannot be guessed: one an hour by SMS, or a few by email to the confirmed address, each for proof of work. The caller holds
 * both locks.
 */
export async function chooseLane(tx: Tx, limits: CodeLimits, ask: Ask): Promise<LaneChoice> {
  const own = await ownLane(tx, limits, ask)
  if (own) return own
  const closed = await secondsUntilShort(tx, limits, ask)
  if (closed > 0) {
    const lane = ask.byMail ? 'email' : 'slow'
    const rules = [...longRules(ask, lane, limits), addressRule(ask, limits)]
    const wait = await secondsUntilAllowed(tx, rules)
    return { lane, userId: null, needsWork: true, wait: Math.min(wait, closed) }
  }
  const whose = strangers(ask.phoneNumber, 'stranger', 'slow')
  const wait = await secondsUntilAllowed(tx, [...shortRules(whose, limits), addressRule(ask, limits)])
  const needsWork = wait === 0 && (await isRisky(tx, ask, limits))
  return { lane: 'stranger', userId: null, needsWork, wait }
}

/** Returns true when this code's budget is used up, so that further tries do not count. Needs the number's lock. */
export async function areTriesUsedUp(
  tx: Tx,
  limits: CodeLimits,
  code: {
    readonly phone_number: string
    readonly address_key: Buffer
    readonly lane: Lane
    readonly device_hash: Buffer | null
    readonly user_id: string | null
  },
): Promise<boolean> {
  const {
    phone_number: phoneNumber,
    address_key: addressKey,
    device_hash: deviceHash,
    user_id: userId,
  } = code
  switch (code.lane) {
    case 'slow':
    case 'email':
      return false
    case 'known':
      if (userId === null || deviceHash === null) return true
      return (await secondsUntilDeviceTries(tx, limits, { phoneNumber, userId, deviceHash })) !== 0
    case 'stranger':
      return (await secondsUntilStrangersTry(tx, limits, { phoneNumber, addressKey })) > 0
  }
}
