import type { Tx } from '../../../db/index.ts'
import type { EventKind } from '../../../db/schema/money.ts'
import type { State } from './states.ts'
import type { TransferRow } from './transfer-row.ts'

/** Details of an event beyond the state; `staff` names the staff member, absent for the engine and customers. */
interface EventNote {
  readonly kind?: EventKind
  readonly detail?: string | null
  readonly staff?: string
}

type Recorded = Pick<TransferRow, 'id' | 'state' | 'hold_reason'>

/** Adds an event to a transfer's history, which is append-only. */
export async function recordEvent(
  tx: Tx,
  from: State | null,
  after: Recorded,
  { kind = 'moved', detail = null, staff }: EventNote = {},
): Promise<void> {
  await tx
    .insertInto('transfer_events')
    .values({
      transfer_id: after.id,
      from_state: from,
      to_state: after.state,
      hold_reason: after.hold_reason,
      kind,
      detail,
      staff: staff ?? null,
    })
    .execute()
}
