import type { Selectable } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Schema } from '../../../db/schema.ts'
import type { TransferRow } from '../state/transfer-row.ts'

type StoredEvent = Selectable<Schema['transfer_events']>

/** Returns the events of a transfer’s history for staff, with the second person. */
export async function readEvents(db: Db, row: TransferRow) {
  const [events, approved] = await Promise.all([
    db.selectFrom('transfer_events').selectAll().where('transfer_id', '=', row.id).orderBy('id').execute(),
    approvedActionsOf(db, row.id),
  ])
  return events.map((event) => ({ ...event, approvedBy: approverOf(event, approved) }))
}

/** Returns the staff actions on a transfer that a second person approved, oldest first. */
const approvedActionsOf = (db: Db, transferId: string) =>
  db
    .selectFrom('staff_actions')
    .select(['staff', 'reason', 'approved_by', 'at'])
    .where('transfer_id', '=', transferId)
    .where('approved_by', 'is not', null)
    .orderBy('at')
    .execute()

/** Returns the second person of an event, whose action was recorded just before it, in the same transaction. */
function approverOf(
  { staff, detail, at }: StoredEvent,
  actions: Awaited<ReturnType<typeof approvedActionsOf>>,
): string | null {
  if (staff === null) return null
  const found = actions.findLast(
    (action) => action.staff === staff && action.reason === detail && action.at <= at,
  )
  return found?.approved_by ?? null
}
