import type { Money } from '@sesa/money'
import type { Tx } from '../db/index.ts'
import { checkLimits as check, sentBy, type Limits } from '../domains/transfers/create/limits.ts'

/** Refuses an amount over a user's limit, as openings do. Call it under the user's lock. */
export async function checkLimits(
  tx: Tx,
  userId: string,
  amount: Money<'USD'>,
  limits: Limits,
): Promise<void> {
  const { rows } = await sentBy(userId).execute(tx)
  if (rows[0] === undefined) throw new Error('The sums of the limits are missing')
  check(rows[0], amount, limits)
}
