import type { NetworkValue } from '@sesa/contract'
import { sql, type QueryCreator, type RawBuilder, type UpdateObject } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { CancelReason, EventKind } from '../../../db/schema/money.ts'
import type { Schema } from '../../../db/schema.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { holdsBeneath } from './hold-stack.ts'
import { holdColumns, isWatchedOnHold, waitsForScreening } from './holds.ts'
import {
  claimed,
  dueIfEvents,
  isChargeAsked,
  isFree,
  isUnleased,
  LEASE,
  NO_LEASE,
  now,
  takeLease,
  type Scheduled,
} from './schedule.ts'
import { tell } from '../outbox.ts'
import { isEnd, type State } from './states.ts'
import type { Claim, TransferRow } from './transfer-row.ts'

/** Claims, staff and wakes. Every statement that updates transfers is here or in `apply.ts` (house rule `one-writer`). */

/** One transfer: by its id, or a user's own by its payment. */
export type OneTransfer = { readonly id: string } | { readonly userId: string; readonly paymentId: string }

/** Claims one transfer even before its step is due; returns undefined when it is leased, on hold, or has ended. */
export async function claimOne(db: Db | Tx, which: OneTransfer): Promise<Claim | undefined> {
  const isIt =
    'id' in which
      ? sql`id = ${which.id}`
      : sql`payment_intent_id = ${which.paymentId} and user_id = ${which.userId}`
  const { rows } = await sql<Claim>`
    update transfers set ${takeLease}, charge_unknown = charge_unknown or ${isChargeAsked}
    where ${isIt} and ${isFree}
    returning ${claimed}`.execute(db)
  return rows[0]
}

/** Claims up to `limit` transfers whose next step is due, longest overdue first. */
export async function claimDue(db: Db | Tx, limit: number): Promise<readonly Claim[]> {
  const { rows } = await sql<Claim>`
    with due as materialized (
      select id as due_id from transfers where next_step_at <= now() and ${isUnleased}
      order by next_step_at limit ${limit} for update skip locked
    )
    update transfers set ${takeLease} from due where id = due_id returning ${claimed}`.execute(db)
  return rows
}

/** Claims a transfer whose payment was never opened; returns undefined while another process is opening it. */
export async function claimUnopened(tx: Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update transfers set ${takeLease}
    where id = ${id} and state = 'awaiting_payment' and payment_intent_id is null and hold_reason is null
      and ${isUnleased}
    returning ${claimed}`.execute(tx)
  return rows[0]
}

/**
 * Extends the lease of a claim; has no effect when another process has taken the transfer over. Does not wait for a
 * transaction that has locked the row, for example the claim's own, which extends the lease itself.
 */
export async function extendLease(
  db: Db,
  { id, lease_token }: Pick<Claim, 'id' | 'lease_token'>,
): Promise<void> {
  await sql`
    update transfers set lease_until = ${LEASE} where id = (
      select id from transfers where id = ${id} and lease_token = ${lease_token} for update skip locked
    )`.execute(db)
}

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

/** Writes to a transfer whose row the caller has locked, even when another process has its lease. */
async function updateLocked(
  tx: Tx,
  row: TransferRow,
  values: UpdateObject<Schema, 'transfers'>,
): Promise<TransferRow> {
  const update = tx.updateTable('transfers').set(values).where('id', '=', row.id)
  return update.returningAll().executeTakeFirstOrThrow()
}

/** Puts a transfer on hold for staff, under its lock: its worker loses the lease. A pay-out in flight and an open payment are still watched. */
export async function placeStaffHold(
  tx: Tx,
  row: TransferRow,
  { staff, reason }: StaffAction,
): Promise<void> {
  const next_step_at = isWatchedOnHold(row) ? now : null
  const held = await updateLocked(tx, row, { ...holdColumns('staff'), next_step_at, ...NO_LEASE })
  await recordEvent(tx, row.state, held, { kind: 'held', detail: reason, staff })
  await tell(tx, held, ['held'])
}

/**
 * Releases a hold for staff, under the transfer's lock: the transfer continues unless it has ended or another hold is
 * beneath. `refundAction` is the staff action of the upcoming refund.
 */
export async function releaseStaffHold(
  tx: Tx,
  row: TransferRow,
  { staff, reason }: StaffAction,
  refundAction: string | null,
  { late_events_pending = false }: { late_events_pending?: boolean } = {},
): Promise<void> {
  const beneath = await holdsBeneath(tx, row)
  const next = beneath.at(-1) ?? null
  const idle = isEnd(row.state) || (next !== null && !waitsForScreening(next))
  const released = await updateLocked(tx, row, {
    ...holdColumns(next),
    // The count of attempts and the 24 hours begin again.
    state_changed_at: now,
    attempts: 0,
    failures: 0,
    refund_order: refundAction,
    ...(late_events_pending && { late_events_pending }),
    next_step_at: idle ? dueIfEvents : now,
    ...NO_LEASE,
  })
  await recordEvent(
    tx,
    row.state,
    { ...released, hold_reason: null },
    { kind: 'released', detail: reason, staff },
  )
  for (const hold_reason of beneath)
    await recordEvent(tx, row.state, { ...released, hold_reason }, { kind: 'held' })
  if (next === null) await tell(tx, released, ['released'])
}

/**
 * Ends the hold of a refused refund, under the transfer's lock: the refund is requested again, from the wallet of this network
 * that the customer named. A hold beneath that is in force stays.
 */
export async function retryRefund(tx: Tx, row: TransferRow, network: NetworkValue): Promise<void> {
  const beneath = await holdsBeneath(tx, row)
  const next = beneath.at(-1) ?? null
  const released = await updateLocked(tx, row, {
    ...holdColumns(next),
    ...{ refund_network: network, state_changed_at: now, failures: 0 },
    // The first step requests it at once.
    attempts: 1,
    next_step_at: next === null ? now : dueIfEvents,
    ...NO_LEASE,
  })
  const ended = { ...released, hold_reason: null }
  await recordEvent(tx, row.state, ended, { kind: 'released', detail: 'another wallet for the refund' })
  for (const hold_reason of beneath)
    await recordEvent(tx, row.state, { ...released, hold_reason }, { kind: 'held' })
}

/** Starts the refund that staff requested for a transfer that has ended, under its lock; the hold stays. */
export async function startStaffRefund(
  tx: Tx,
  row: TransferRow,
  id: string,
  action: StaffAction,
): Promise<void> {
  await updateLocked(tx, row, { refund_order: id, next_step_at: now, ...NO_LEASE })
  await recordEvent(tx, row.state, row, { kind: 'noted', detail: action.reason, staff: action.staff })
}

/** Adds to the amount repaid off the card; minor units of the charge's currency. */
export async function addRepaid(tx: Tx, row: TransferRow, amount: bigint): Promise<void> {
  await updateLocked(tx, row, { repaid_amount: (row.repaid_amount ?? 0n) + amount })
}

interface Wake {
  readonly cancelReason?: CancelReason
  /** Whether provider events are pending; unchanged by default. */
  readonly lateEventsPending?: RawBuilder<boolean>
  /** Whether the charge is unknown; unchanged by default. */
  readonly chargeUnknown?: RawBuilder<boolean>
  /** Defaults to now. */
  readonly nextStepAt?: Scheduled
  /** Begins the count of attempts again. */
  readonly isFirst?: true
}

/** Wakes the matching transfers, and returns them: a step is due, and a running one checks again. */
export async function wakeWhere(
  db: Pick<QueryCreator<Schema>, 'updateTable'>,
  condition: RawBuilder<boolean>,
  { cancelReason, lateEventsPending, chargeUnknown, nextStepAt = now, isFirst }: Wake = {},
): Promise<readonly Pick<TransferRow, 'id' | 'state' | 'hold_reason'>[]> {
  const update = db
    .updateTable('transfers')
    .set({
      wake_version: sql<number>`wake_version + 1`,
      next_step_at: nextStepAt,
      ...(cancelReason && { cancel_reason: cancelReason }),
      ...(lateEventsPending && { late_events_pending: lateEventsPending }),
      ...(chargeUnknown && { charge_unknown: chargeUnknown }),
      ...(isFirst && { attempts: 0 }),
    })
    .where(condition)
  return update.returning(['id', 'state', 'hold_reason']).execute()
}
