import { takeFromBudgets } from '../../../db/budgets.ts'
import { inOneStatement, type Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'

const NEW_HASHES = 10
const SECONDS = 900

/**
 * Counts an account's new password before it is hashed. Success returns nothing to the budget, unlike tries at the current
 * password: otherwise an account could cause hashes without limit. Throws Refused `rate_limited` for `field`.
 */
export async function countNewHash(db: Db, userId: string, field: string): Promise<void> {
  const budget = { bucket: `new-password:${userId}`, most: NEW_HASHES, seconds: SECONDS }
  const { wait } = await inOneStatement(db, 'passwords.count_hash', (within) =>
    takeFromBudgets(within, [budget]),
  )
  if (wait > 0) throw new Refused('rate_limited', { field, retryAfter: wait })
}
