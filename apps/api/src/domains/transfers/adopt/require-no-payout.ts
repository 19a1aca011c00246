import type { Db } from '../../../db/index.ts'
import type { PayoutFinder } from '../ports.ts'
import type { HoldReason } from '../state/holds.ts'
import { actionRefused } from '../../../lib/refused.ts'

const AFTER_RESTORE: HoldReason = 'after_restore'

/**
 * Asks every carrier once more before a transfer that was made again after a restore is refunded: money that was paid out is
 * not given back. @throws Refused when one has the pay-out, or does not answer.
 */
export async function requireNoPayout(
  { db, payouts }: { readonly db: Db; readonly payouts: PayoutFinder },
  reference: string,
): Promise<void> {
  const row = await db
    .selectFrom('transfers')
    .select(['hold_reason', 'payout_reference'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row?.hold_reason !== AFTER_RESTORE) return
  const { status } = await payouts.find(row.payout_reference)
  if (status === 'not_found') return
  throw actionRefused(
    status === 'unknown'
      ? `A carrier isn’t answering, so ${reference} may have been paid out. Try again.`
      : `A carrier has the pay-out of ${reference}. Release it instead; nothing is paid twice.`,
  )
}
