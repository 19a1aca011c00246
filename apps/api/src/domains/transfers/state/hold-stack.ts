import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { HOLDS, PAYOUT_HOLDS, waitsForScreening, type HoldReason } from './holds.ts'
import { isDisputed, transferBalanceOf, type TransferBalance } from './transfer-balance.ts'
import { isEnd } from './states.ts'
import type { TransferRow } from './transfer-row.ts'

/** Holds that end when we owe the customer nothing more. */
const OWED: readonly HoldReason[] = ['refund_returned', 'refund_failed', 'late_capture', 'payment_mismatch']

/**
 * Returns the holds beneath a transfer's current one that are still in force, oldest first: a later hold does not resolve
 * them. `after`: the balance once the same change has booked its entries; by default the books as they are.
 */
export async function holdsBeneath(
  db: Db | Tx,
  row: TransferRow,
  after?: TransferBalance,
): Promise<readonly HoldReason[]> {
  const { rows } = await sql<{ reason: string }>`
    select hold_reason as reason from transfer_events
    where transfer_id = ${row.id} and kind = 'held' and hold_reason <> ${row.hold_reason}
      and id > coalesce((select max(id) from transfer_events where transfer_id = ${row.id} and kind = 'released'), 0)
    group by hold_reason order by min(id)`.execute(db)
  const reasons = rows.map(({ reason }) => reason).filter(isHoldReason)
  if (reasons.length === 0) return []
  const balance = after ?? (await transferBalanceOf(db, row))
  return reasons.filter((reason) => isInForce(reason, row, balance))
}

/** Returns true while the current hold of a transfer is not resolved by later events. */
export function isHoldInForce(row: TransferRow, balance: TransferBalance): boolean {
  return (
    row.hold_reason !== null && (!isHoldReason(row.hold_reason) || isInForce(row.hold_reason, row, balance))
  )
}

function isInForce(reason: HoldReason, row: TransferRow, balance: TransferBalance): boolean {
  if (OWED.includes(reason)) return balance.owed.amount > 0n
  if (reason === 'disputed') return isDisputed(balance)
  const endsWithTransfer =
    PAYOUT_HOLDS.includes(reason) ||
    [
      'refunded_elsewhere',
      'card_limit',
      'fraud_suspected',
      'after_restore',
      'collection_unresolved',
      'refund_float_empty',
    ].includes(reason) ||
    waitsForScreening(reason)
  if (endsWithTransfer) return !isEnd(row.state)
  return true
}

function isHoldReason(text: string): text is HoldReason {
  return Object.hasOwn(HOLDS, text)
}
