import type { Money } from '@sesa/money'
import { sql } from 'kysely'
import type { Tx } from '../../db/index.ts'
import { HOLDS, type HoldReason } from './holds.ts'
import type { TransferRow } from './store.ts'

const DISPUTES: readonly string[] = ['disputed', 'dispute_lost']
/** These end when nothing is owed to the sender any more. */
const OWED: readonly string[] = ['refund_returned', 'refund_failed', 'late_capture', 'payment_mismatch']

/**
 * The hold that this one was laid over and that still stands: what came after does not settle what was wrong before. Null
 * when there is none. `owed`: what we owe the sender now.
 */
export async function holdBeneath(tx: Tx, row: TransferRow, owed: Money): Promise<HoldReason | null> {
  const above = DISPUTES.includes(row.hold_reason ?? '') ? DISPUTES : [row.hold_reason]
  const { rows } = await sql<{ reason: string }>`
    select hold_reason as reason from transfer_events
    where transfer_id = ${row.id} and kind = 'held' and hold_reason <> all(${above}::text[])
      and id > coalesce((select max(id) from transfer_events where transfer_id = ${row.id} and kind = 'released'), 0)
    order by id desc`.execute(tx)
  const standing = rows.find(({ reason }) => owed.amount > 0n || !OWED.includes(reason))
  return standing !== undefined && isHoldReason(standing.reason) ? standing.reason : null
}

function isHoldReason(text: string): text is HoldReason {
  return Object.hasOwn(HOLDS, text)
}
