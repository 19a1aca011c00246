import { countInWindow, takeFromBudgets } from '../../../db/budgets.ts'
import type { Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { waitText } from '../../../lib/wait-text.ts'

/** Limits on messages per hour or day (UTC). */
export interface EnquiryLimits {
  /** From one address (IPv4, or the /64 of IPv6). */
  readonly perAddressHour: number
  /** Per email address; also limits how often others can make us write to it. */
  readonly perEmailDay: number
  /**
   * In total: the most email that a flood can make us send. Further messages of an address share one such budget, and the
   * first ones of the day share another, so that few busy addresses do not close the form to all others.
   */
  readonly totalPerDay: number
}

/** The limits of a public service. */
export const STRICT_ENQUIRY_LIMITS: EnquiryLimits = { perAddressHour: 10, perEmailDay: 5, totalPerDay: 2_000 }

/** Limits of the sandbox, whose users all share one address. */
export const SANDBOX_ENQUIRY_LIMITS: EnquiryLimits = {
  ...STRICT_ENQUIRY_LIMITS,
  perAddressHour: 1_000,
  totalPerDay: 10_000,
}

const HOUR = 3_600
const DAY = 86_400

/**
 * Counts an enquiry. Keys are hashes, so no address is stored. Throws Refused `rate_limited`, which rolls the count back with
 * the rest of the transaction.
 */
export async function countEnquiry(
  tx: Tx,
  limits: EnquiryLimits,
  keys: { address: Buffer; email: Buffer },
): Promise<void> {
  const address = keys.address.toString('base64url')
  const isFirst = (await countInWindow(tx, `enquiry:today:${address}`, DAY)) === 1
  const { wait } = await takeFromBudgets(tx, [
    {
      bucket: `enquiry:address:${address}`,
      most: limits.perAddressHour,
      seconds: HOUR,
    },
    { bucket: `enquiry:email:${keys.email.toString('base64url')}`, most: limits.perEmailDay, seconds: DAY },
    // Taken last, and last by name too: every enquiry waits for this row until the commit.
    { bucket: isFirst ? 'enquiry:total:first' : 'enquiry:total', most: limits.totalPerDay, seconds: DAY },
  ])
  if (wait === 0) return
  throw new Refused('rate_limited', {
    retryAfter: wait,
    message: `Too many messages. Try again in ${waitText(wait)}, or call us.`,
  })
}

/** Messages per customer. Each also sends an email to support. */
const MOST_PER_HOUR = 20
const MOST_PER_DAY = 60
/** Counts a message. Throws Refused `rate_limited`, which rolls the count back with the rest of the transaction. */
export async function countMessage(tx: Tx, userId: string): Promise<void> {
  const { wait } = await takeFromBudgets(tx, [
    { bucket: `enquiry:account-hour:${userId}`, most: MOST_PER_HOUR, seconds: HOUR },
    { bucket: `enquiry:account-day:${userId}`, most: MOST_PER_DAY, seconds: DAY },
  ])
  if (wait === 0) return
  throw new Refused('rate_limited', {
    retryAfter: wait,
    message: `Too many messages. Try again in ${waitText(wait)}, or call us.`,
  })
}
