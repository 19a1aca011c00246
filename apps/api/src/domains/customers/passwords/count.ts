import { takeFromBudget } from '../../../db/budgets.ts'
import { inTransaction, type Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'

const NEW_HASHES = 10
const SECONDS = 900

/**
 * Counts a new password of an account before it is hashed. Success gives nothing back, unlike tries at the current
 * password: an account could otherwise hash without end. Throws Refused `rate_limited` for `field`.
 */
export async function countNewHash(db: Db, userId: string, field: string): Promise<void> {
  const budget = { bucket: `new-password:${userId}`, most: NEW_HASHES, seconds: SECONDS }
  const wait = await inTransaction(db, 'passwords.count_hash', (tx) => takeFromBudget(tx, budget))
  if (wait > 0) throw new Refused('rate_limited', { field, retryAfter: wait })
}
