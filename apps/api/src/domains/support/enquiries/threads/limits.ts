import { takeFromBudgets } from '../../../../db/budgets.ts'
import type { Tx } from '../../../../db/index.ts'
import { Refused } from '../../../../lib/refused.ts'
import { waitText } from '../../../../lib/wait-text.ts'

/** Messages per customer. Each also sends an email to support. */
const MOST_PER_HOUR = 20
const MOST_PER_DAY = 60
const HOUR = 3_600
const DAY = 86_400

/** Counts a message. Throws Refused `rate_limited`, which rolls the count back with the rest of the transaction. */
export async function countMessage(tx: Tx, userId: string): Promise<void> {
  const wait = await takeFromBudgets(tx, [
    { bucket: `enquiry:account-hour:${userId}`, most: MOST_PER_HOUR, seconds: HOUR },
    { bucket: `enquiry:account-day:${userId}`, most: MOST_PER_DAY, seconds: DAY },
  ])
  if (wait === 0) return
  throw new Refused('rate_limited', {
    retryAfter: wait,
    message: `Too many messages. Try again in ${waitText(wait)}, or call us.`,
  })
}
