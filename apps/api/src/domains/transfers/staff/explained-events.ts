import type { Selectable } from 'kysely'
import type { Db } from '../../../db/index.ts'
import type { Schema } from '../../../db/schema.ts'
import { networkLabel } from '../history/texts.ts'
import { failureText } from '../state/failures.ts'
import type { TransferRow } from '../state/transfer-row.ts'

type StoredEvent = Selectable<Schema['transfer_events']>

/** Returns the events of a transfer’s history for staff: with the second person, and the reason of a failed pay-out. */
export async function readEvents(db: Db, row: TransferRow) {
  const [events, approved] = await Promise.all([
    db.selectFrom('transfer_events').selectAll().where('transfer_id', '=', row.id).orderBy('id').execute(),
    approvedActionsOf(db, row.id),
  ])
  return events.map((event) => ({
    ...event,
    approvedBy: approverOf(event, approved),
    detail: whyOf(row, event) ?? event.detail,
  }))
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

/**
 * Explains why the money is not paid out: the customer’s sentence with the carrier’s answer, or our code; null for another
 * event.
 */
function whyOf(row: TransferRow, { kind, from_state, to_state, detail }: StoredEvent): string | null {
  if (kind !== 'moved') return null
  if (to_state === 'payout_failed' && detail !== null) {
    const [code = ''] = detail.split(':')
    return `${failureText(code)} ${networkLabel(row)} code ${detail}`
  }
  const isGivenBack = to_state === 'refunding' && (from_state === 'paid' || from_state === 'awaiting_payment')
  if ((!isGivenBack && to_state !== 'payout_failed') || row.failure_code === null) return null
  return `${failureText(row.failure_code)} Code ${row.failure_code}`
}
