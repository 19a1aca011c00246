import { sql, type QueryCreator, type RawBuilder, type UpdateObject } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { CancelReason } from '../../../db/schema/money.ts'
import type { Schema } from '../../../db/schema.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { recordEvent, recordPath, recordRelease } from './events.ts'
import { failureOfCancelCases } from './failures.ts'
import { holdsBeneath } from './hold-stack.ts'
import { hasStepUnder, holdColumns, isWatchedOnHold, waitsForScreening, type HoldReason } from './holds.ts'
import {
  claimed,
  dueIfEvents,
  heldUntil,
  isChargeAsked,
  isFree,
  isUnleased,
  LEASE,
  NO_LEASE,
  now,
  lateEventsUnlessOurs,
  takeLease,
  wokenSince,
  type Scheduled,
} from './schedule.ts'
import { tell } from './outbox.ts'
import { announcementsOf } from './snapshot.ts'
import { isEnd, requireEdges, type State } from './states.ts'
import { COLUMNS, LeaseLost, type Charge, type Claim, type TransferRow } from './transfer-row.ts'

/** The only writer of transfers: every statement that updates the table is in this file (house rule `one-writer`). */

type Change = UpdateObject<Schema, 'transfers'>
/** Whether the charge of the card is still unknown. */
export type ChargeFact = Pick<Change, 'charge_unknown'>
type ClaimUpdate = Omit<Change, 'state' | 'state_changed_at' | 'hold_reason' | 'hold_owner'>

/** Claims one transfer even before its step is due; returns undefined when it is leased, on hold, or has ended. */
export async function claimOne(db: Db | Tx, id: string): Promise<Claim | undefined> {
  const { rows } = await sql<Claim>`
    update transfers set ${takeLease}, charge_unknown = charge_unknown or ${isChargeAsked}
    where id = ${id} and ${isFree}
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

/** Writes to a claimed transfer. @throws LeaseLost when the lease is no longer ours. */
async function updateClaimed(db: Db | Tx, claim: Claim, values: Change): Promise<Claim> {
  const row = await db
    .updateTable('transfers')
    .set(values)
    .where('id', '=', claim.id)
    .where('lease_token', '=', claim.lease_token)
    .returning(COLUMNS)
    .executeTakeFirst()
  if (row === undefined) throw new LeaseLost(`Transfer ${claim.id}`)
  return { ...claim, ...row }
}

/** Writes columns other than state and hold to a claimed transfer. @throws LeaseLost when the lease is no longer ours. */
export const updateClaim = (db: Db | Tx, claim: Claim, values: ClaimUpdate): Promise<Claim> =>
  updateClaimed(db, claim, values)

/** Writes to a transfer whose row the caller has locked, even when another process has its lease. */
async function updateLocked(tx: Tx, row: TransferRow, values: Change): Promise<TransferRow> {
  const update = tx.updateTable('transfers').set(values).where('id', '=', row.id)
  return update.returningAll().executeTakeFirstOrThrow()
}

/** Every change of state restarts the count of attempts and the 24 hours. */
const ENTERED = { state_changed_at: now, attempts: 1, failures: 0 } as const

/**
 * Moves a claimed transfer along an edge, records it and notifies the listener. Releases the lease at an end, unless the
 * caller `keepsLease` to place or end a hold. @throws LeaseLost when the lease is lost, Error for a step that is not an edge.
 */
export async function transition(
  tx: Tx,
  claim: Claim,
  to: State,
  values: Partial<Charge> & Pick<Change, 'cancel_reason' | 'failure_code' | 'late_events_pending'> = {},
  { detail = null, keepsLease = false }: { detail?: string | null; keepsLease?: boolean } = {},
): Promise<Claim> {
  requireEdges([claim.state, to])
  const schedule =
    isEnd(to) && !keepsLease
      ? { next_step_at: dueIfEvents, refund_order: null, ...NO_LEASE }
      : { next_step_at: now, lease_until: LEASE }
  const moved = await updateClaimed(
    tx,
    { ...claim, stale: false },
    { ...values, state: to, ...ENTERED, ...schedule },
  )
  await recordEvent(tx, claim.state, moved, { detail })
  await tell(tx, moved, announcementsOf(claim.state, moved))
  return moved
}

/**
 * Moves a charged transfer to its pay-out or, when it was cancelled or charged too late, to its refund. The update itself
 * reads `cancel_reason`, `late_events_pending` and `passes`: provider events or a case that arrived meanwhile keep it in
 * `paid`. @throws LeaseLost when the lease is no longer ours, Error for a step that is not an edge.
 */
export async function captureAndRoute(
  tx: Tx,
  claim: Claim,
  passes: RawBuilder<boolean>,
  capture?: { readonly charge: Charge; readonly late: boolean },
): Promise<Claim> {
  const late = capture?.late ?? false
  const goesBack = late ? sql`true` : sql`cancel_reason is not null`
  const moved = await updateClaimed(
    tx,
    { ...claim, stale: false },
    {
      ...capture?.charge,
      state: sql<State>`case when ${goesBack} then 'refunding' when late_events_pending then 'paid'
        when ${passes} then 'paying_out' else 'paid' end`,
      failure_code: late
        ? 'late'
        : sql<string | null>`case cancel_reason ${failureOfCancelCases} else cancel_reason end`,
      ...ENTERED,
      next_step_at: now,
      lease_until: LEASE,
    },
  )
  const isNewlyPaid = capture !== undefined && moved.state !== 'refunding'
  const path = [...new Set([claim.state, ...(isNewlyPaid ? (['paid'] as const) : []), moved.state])]
  requireEdges(path)
  await recordPath(tx, path, moved)
  if (isNewlyPaid) await tell(tx, moved, ['paid'])
  return moved
}

/**
 * Puts a claimed transfer on hold and releases the lease. Unprocessed provider events stay pending until the next wake, the
 * end of the hold, `lookAgainMs`, or with `late_events_pending` a minute. With `refund_order` a requested refund continues.
 */
export async function placeHold(
  tx: Tx,
  claim: Claim,
  reason: HoldReason,
  values: Partial<Charge> & ChargeFact & Pick<Change, 'late_events_pending' | 'refund_order'> = {},
  { lookAgainMs }: { readonly lookAgainMs?: number } = {},
): Promise<void> {
  const next_step_at = heldUntil(claim, values, lookAgainMs)
  const change = { refund_order: null, ...values, ...holdColumns(reason), next_step_at, ...NO_LEASE }
  const held = await updateClaimed(tx, claim, change)
  await recordEvent(tx, claim.state, held, { kind: 'held' })
  if (claim.hold_reason === null) await tell(tx, held, ['held'])
}

/**
 * Ends a claimed transfer's hold and releases the lease; the hold beneath it is in force again. `handled`: the pending
 * provider events have just been handled. `wokenByUs`: a wake was ours, and means no provider events.
 */
export async function clearHold(
  tx: Tx,
  claim: Claim,
  detail: string,
  { handled = false, wokenByUs = false }: { handled?: boolean; wokenByUs?: boolean } = {},
): Promise<void> {
  const beneath = await holdsBeneath(tx, claim)
  const next = beneath.at(-1) ?? null
  const pending = handled ? wokenSince(claim) : lateEventsUnlessOurs(claim, wokenByUs)
  const next_step_at: Scheduled = hasStepUnder(claim, next) ? now : sql`case when ${pending} then now() end`
  const change = { ...holdColumns(next), late_events_pending: pending, next_step_at, ...NO_LEASE }
  const cleared = await updateClaimed(tx, claim, change)
  await recordRelease(tx, cleared, beneath, { detail })
  if (next === null) await tell(tx, cleared, ['released'])
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
    ...ENTERED,
    attempts: 0,
    refund_order: refundAction,
    ...(late_events_pending && { late_events_pending }),
    next_step_at: idle ? dueIfEvents : now,
    ...NO_LEASE,
  })
  await recordRelease(tx, released, beneath, { detail: reason, staff })
  if (next === null) await tell(tx, released, ['released'])
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
}

/** Wakes the matching transfers, and returns them: a step is due, and a running one checks again. */
export async function wakeWhere(
  db: Pick<QueryCreator<Schema>, 'updateTable'>,
  condition: RawBuilder<boolean>,
  { cancelReason, lateEventsPending, chargeUnknown, nextStepAt = now }: Wake = {},
): Promise<readonly Pick<TransferRow, 'id' | 'state' | 'hold_reason'>[]> {
  const update = db
    .updateTable('transfers')
    .set({
      wake_version: sql<number>`wake_version + 1`,
      next_step_at: nextStepAt,
      ...(cancelReason && { cancel_reason: cancelReason }),
      ...(lateEventsPending && { late_events_pending: lateEventsPending }),
      ...(chargeUnknown && { charge_unknown: chargeUnknown }),
    })
    .where(condition)
  return update.returning(['id', 'state', 'hold_reason']).execute()
}
