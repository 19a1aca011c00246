import type { Tx } from '../../../db/index.ts'
import type { EventKind } from '../../../db/schema/money.ts'
import type { HoldReason } from './holds.ts'
import type { State } from './states.ts'
import type { TransferRow } from './transfer-row.ts'

/** Details of an event beyond the state; `staff` names the staff member, absent for the engine and customers. */
interface EventNote {
  readonly kind?: EventKind
  readonly detail?: string | null
  readonly staff?: string
}

type Recorded = Pick<TransferRow, 'id' | 'state' | 'hold_reason'>

function eventRow(from: State | null, after: Recorded, { kind = 'moved', detail = null, staff }: EventNote) {
  return {
    transfer_id: after.id,
    from_state: from,
    to_state: after.state,
    hold_reason: after.hold_reason,
    kind,
    detail,
    staff: staff ?? null,
  }
}

/** Adds an event to a transfer's history, which is append-only. */
export async function recordEvent(
  tx: Tx,
  from: State | null,
  after: Recorded,
  note: EventNote = {},
): Promise<void> {
  await tx
    .insertInto('transfer_events')
    .values(eventRow(from, after, note))
    .execute()
}

/** Adds one event for each edge of `path`, in one statement. */
export async function recordPath(tx: Tx, path: readonly State[], after: Recorded): Promise<void> {
  if (path.length === 1) return
  const rows = path.slice(1).map((state, index) => eventRow(path[index] ?? null, { ...after, state }, {}))
  await tx.insertInto('transfer_events').values(rows).execute()
}

/** Records the end of a hold, and the holds beneath it that are in force again. */
export async function recordRelease(
  tx: Tx,
  released: TransferRow,
  beneath: readonly HoldReason[],
  note: Pick<EventNote, 'detail' | 'staff'>,
): Promise<void> {
  await recordEvent(tx, released.state, { ...released, hold_reason: null }, { kind: 'released', ...note })
  await recordHolds(tx, released, beneath)
}

/** Records holds placed on top of each other, the lowest first. */
export async function recordHolds(tx: Tx, row: TransferRow, reasons: readonly HoldReason[]): Promise<void> {
  for (const hold_reason of reasons) {
    await recordEvent(tx, row.state, { ...row, hold_reason }, { kind: 'held' })
  }
}
