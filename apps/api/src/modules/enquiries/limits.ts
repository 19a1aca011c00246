import { takeFromBudgets } from '../../db/budgets.ts'
import type { Tx } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { waitText } from '../../lib/wait-text.ts'

/** How often people may write, in numbers an hour or a day (UTC). */
export interface EnquiryLimits {
  /** From one address (IPv4, or the /64 of IPv6). */
  readonly perAddressHour: number
  /** In the name of one email address, which is also how often anybody can make us write to it. */
  readonly perEmailDay: number
  /** From everybody together: the mail that a flood can make us send at the most. */
  readonly totalPerDay: number
}

/** What a public service runs with. */
export const STRICT_ENQUIRY_LIMITS: EnquiryLimits = { perAddressHour: 10, perEmailDay: 5, totalPerDay: 2_000 }

/** Everybody in the sandbox comes from one address. */
export const SANDBOX_ENQUIRY_LIMITS: EnquiryLimits = {
  ...STRICT_ENQUIRY_LIMITS,
  perAddressHour: 1_000,
  totalPerDay: 10_000,
}

const HOUR = 3_600
const DAY = 86_400

/**
 * Counts an enquiry. Keys are hashes: addresses are counted, not kept. Refused `rate_limited`, which undoes the count
 * along with everything else in the transaction.
 */
export async function countEnquiry(
  tx: Tx,
  limits: EnquiryLimits,
  keys: { address: Buffer; email: Buffer },
): Promise<void> {
  const wait = await takeFromBudgets(tx, [
    {
      bucket: `enquiry:address:${keys.address.toString('base64url')}`,
      most: limits.perAddressHour,
      seconds: HOUR,
    },
    { bucket: `enquiry:email:${keys.email.toString('base64url')}`, most: limits.perEmailDay, seconds: DAY },
    // Last by its name too, which is the order they are taken in: everybody waits for this row until the commit.
    { bucket: 'enquiry:total', most: limits.totalPerDay, seconds: DAY },
  ])
  if (wait === 0) return
  throw new Refused('rate_limited', {
    retryAfter: wait,
    message: `You have written to us several times already. Try again in ${waitText(wait)}, or call us.`,
  })
}
