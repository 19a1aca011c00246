import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { HOLDS, type HoldReason } from './holds.ts'
import { isDisputed, transferBalanceOf, type TransferBalance } from './transfer-balance.ts'
import { isEnd } from './states.ts'
import type { TransferRow } from './claims.ts'

/** These wait for the operator's word, and end with it. */
const PAYOUT: readonly HoldReason[] = [
  'payout_float_empty',
  'payout_not_taken',
  'payout_unresolved',
  'payout_contradiction',
  'provider_silent',
]
/** These end when nothing is owed to the sender any more. */
const OWED: readonly HoldReason[] = ['refund_returned', 'refund_failed', 'late_capture', 'payment_mismatch']

/** True for a hold that the operator's word on the pay-out ends. */
export function waitsForPayout(reason: string | null): boolean {
  return PAYOUT.some((known) => known === reason)
}

/**
 * The holds that a transfer's hold was laid over and that still stand, oldest first: what came after does not settle what
 * was wrong before.
 */
export async function holdsBeneath(tx: Tx, row: TransferRow): Promise<readonly HoldReason[]> {
  const { rows } = await sql<{ reason: string }>`
    select hold_reason as reason from transfer_events
    where transfer_id = ${row.id} and kind = 'held' and hold_reason <> ${row.hold_reason}
      and id > coalesce((select max(id) from transfer_events where transfer_id = ${row.id} and kind = 'released'), 0)
    group by hold_reason order by min(id)`.execute(tx)
  const reasons = rows.map(({ reason }) => reason).filter(isHoldReason)
  if (reasons.length === 0) return []
  const position = await transferBalanceOf(tx, row)
  return reasons.filter((reason) => stands(reason, row, position))
}

function stands(reason: HoldReason, row: TransferRow, position: TransferBalance): boolean {
  if (OWED.includes(reason)) return position.owed.amount > 0n
  if (reason === 'disputed') return isDisputed(position)
  const isOfTheWay = PAYOUT.includes(reason) || reason === 'refunded_elsewhere' || reason === 'card_limit'
  if (isOfTheWay) return !isEnd(row.state)
  return true
}

function isHoldReason(text: string): text is HoldReason {
  return Object.hasOwn(HOLDS, text)
}
