import type { BodyOf, calls, RecipientCheck } from '@sesa/contract'
import { takeFromBudgets } from '../../db/budgets.ts'
import { inTransaction, type Db } from '../../db/index.ts'
import { Refused } from '../../lib/refused.ts'
import { waitText } from '../../lib/wait-text.ts'
import type { RailsModule } from '../rails/index.ts'
import { readDestination, readWallet } from '../transfers/index.ts'

/** Number checks per day (UTC): enough to send money, too few to harvest names. */
export interface CheckLimits {
  readonly perAccountDay: number
  readonly totalPerDay: number
}

/** The limits of a public service. */
export const STRICT_CHECK_LIMITS: CheckLimits = { perAccountDay: 30, totalPerDay: 50_000 }

/** The sandbox's people are invented. */
export const SANDBOX_CHECK_LIMITS: CheckLimits = { perAccountDay: 200, totalPerDay: 1_000_000 }

const DAY = 86_400

export interface CheckDeps {
  readonly db: Db
  readonly rails: Pick<RailsModule, 'checkWallet'>
  readonly limits: CheckLimits
}

/**
 * Asks the recipient's network for the holder of a number. Stores nothing of the answer. Refused with the code of the
 * invalid field, or `rate_limited`.
 */
export async function checkRecipient(
  { db, rails, limits }: CheckDeps,
  userId: string,
  body: BodyOf<typeof calls.checkRecipient>,
): Promise<RecipientCheck> {
  const country = readDestination(body.country)
  const { phone, network } = readWallet(country, body)
  await inTransaction(db, 'recipients.count_check', async (tx) => {
    const wait = await takeFromBudgets(tx, [
      { bucket: `recipient-check:${userId}`, most: limits.perAccountDay, seconds: DAY },
      { bucket: 'recipient-checks', most: limits.totalPerDay, seconds: DAY },
    ])
    if (wait === 0) return
    const message = `Too many number checks today. Continue without the check, or try again in ${waitText(wait)}.`
    throw new Refused('rate_limited', { retryAfter: wait, message })
  })
  const wallet = await rails.checkWallet({ country, network }, phone)
  return { account: wallet.account, name: wallet.account === 'active' ? wallet.name : null }
}
