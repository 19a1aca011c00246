import { sql } from 'kysely'
import type { Tx } from '../../../db/index.ts'
import { runPrepared } from '../../../db/prepared.ts'
import type { EventKind } from '../../../db/schema/money.ts'
import { holdsBeneath } from './hold-stack.ts'
import { HOLDS, type HoldReason } from './holds.ts'
import type { TransferListener, TransferMove } from '../ports.ts'
import { snapshotOf } from './snapshot.ts'
import { isEdge, isEnd, isUnderWay, type State } from './states.ts'
import {
  updateClaimed,
  dueIfWoken,
  wokenSince,
  LEASE,
  type Change,
  type Claim,
  type TransferRow,
} from './claims.ts'

/** Who is told of each move, in the transaction that makes it. */
export interface TransitionDeps {
  readonly listener: TransferListener
}

const ANNOUNCED: readonly TransferMove[] = ['paid', 'sent', 'refunded', 'cancelled']

/** A failed pay-out is announced once it is certain and the charge goes back: until then the operator is asked again. */
function announcementOf(from: State, to: State): TransferMove | undefined {
  if (from === 'payout_failed' && to === 'refunding') return 'payout_failed'
  return ANNOUNCED.find((known) => known === to)
}

interface HistoryRow {
  readonly kind?: EventKind
  readonly detail?: string | null
  readonly operator?: string
}

type Recorded = Pick<TransferRow, 'id' | 'state' | 'hold_reason'>

function historyRow(
  from: State | null,
  after: Recorded,
  { kind = 'moved', detail = null, operator }: HistoryRow,
) {
  return {
    transfer_id: after.id,
    from_state: from,
    to_state: after.state,
    hold_reason: after.hold_reason,
    kind,
    detail,
    operator: operator ?? null,
  }
}

/** A claim whose transfer stands where it does only now. */
const newly = (claim: Claim): Claim => ({ ...claim, stale: false })

/** Adds a row to a transfer's history. */
export async function record(
  tx: Tx,
  from: State | null,
  after: Recorded,
  row: HistoryRow = {},
): Promise<void> {
  await runPrepared(tx, tx.insertInto('transfer_events').values(historyRow(from, after, row)))
}

/**
 * Moves a claimed transfer along an edge, writes its history and tells the listener. At an end the lease is given back.
 * @throws LeaseLost when it is no longer ours, Error for a step that is not an edge.
 */
export async function transition(
  { listener }: TransitionDeps,
  tx: Tx,
  claim: Claim,
  to: State,
  values: Pick<Change, 'captured_at' | 'cancel_reason' | 'failure_code' | 'recheck'> = {},
  detail: string | null = null,
): Promise<Claim> {
  if (!isEdge(claim.state, to)) throw new Error(`A transfer cannot go from ${claim.state} to ${to}`)
  const moved = await updateClaimed(tx, newly(claim), {
    ...values,
    state: to,
    state_changed_at: sql<Date>`now()`,
    attempts: 1,
    failures: 0,
    ...(isEnd(to)
      ? {
          next_step_at: sql<Date | null>`case when recheck then now() end`,
          refund_order: null,
          lease_token: null,
          lease_until: null,
        }
      : { next_step_at: sql<Date>`now()`, lease_until: LEASE }),
  })
  await record(tx, claim.state, moved, { detail })
  const announced = announcementOf(claim.state, to)
  if (announced !== undefined) await listener.moved(tx, snapshotOf(moved), announced)
  return moved
}

/**
 * Takes a charged transfer on: to its pay-out or, when it was to be cancelled or came too late, to its refund. Which of
 * the two is decided in the update itself, so a wish to cancel that came meanwhile is never passed over.
 * @throws LeaseLost when it is no longer ours.
 */
export async function captureAndRoute(
  { listener }: TransitionDeps,
  tx: Tx,
  claim: Claim,
  capture?: { readonly capturedAt: Date; readonly late: boolean },
): Promise<Claim> {
  const goesBack = capture?.late === true ? sql`true` : sql`cancel_reason is not null`
  const moved = await updateClaimed(tx, newly(claim), {
    ...(capture && { captured_at: capture.capturedAt }),
    state: sql<State>`case when ${goesBack} then 'refunding' else 'paying_out' end`,
    failure_code: sql<string | null>`case when ${capture?.late ?? false} then 'late' else case cancel_reason
      when 'user' then 'cancelled' when 'operator' then 'stopped' else cancel_reason end end`,
    state_changed_at: sql<Date>`now()`,
    attempts: 1,
    failures: 0,
    next_step_at: sql<Date>`now()`,
    lease_until: LEASE,
  })
  const isNewlyPaid = capture !== undefined && moved.state === 'paying_out'
  if (!isNewlyPaid) {
    await record(tx, claim.state, moved)
    return moved
  }
  const paid = historyRow(claim.state, { ...moved, state: 'paid' }, {})
  await runPrepared(tx, tx.insertInto('transfer_events').values([paid, historyRow('paid', moved, {})]))
  await listener.moved(tx, snapshotOf(moved), 'paid')
  return moved
}

/**
 * Stops a claimed transfer where it stands, for a reason that has an owner, and gives the lease back. What came after and
 * was not looked at yet stays to be looked at: at the next hint, or when the hold ends, and with `recheck` in a
 * minute. With `refund_order` what an operator has ordered goes on.
 */
export async function placeHold(
  { listener }: TransitionDeps,
  tx: Tx,
  claim: Claim,
  reason: HoldReason,
  values: Pick<Change, 'captured_at' | 'recheck' | 'refund_order'> = {},
): Promise<void> {
  const held = await updateClaimed(tx, claim, {
    refund_order: null,
    ...values,
    hold_reason: reason,
    hold_owner: HOLDS[reason].owner,
    next_step_at: values.refund_order
      ? sql<Date>`now()`
      : values.recheck === true
        ? sql<Date>`now() + interval '1 minute'`
        : dueIfWoken(claim),
    lease_token: null,
    lease_until: null,
  })
  await record(tx, claim.state, held, { kind: 'held' })
  if (claim.hold_reason === null) await listener.moved(tx, snapshotOf(held), 'held')
}

/** Writes the end of a hold, and the holds beneath it that stand again. */
export async function recordHoldReleased(
  tx: Tx,
  released: TransferRow,
  beneath: readonly HoldReason[],
  said: Pick<HistoryRow, 'detail' | 'operator'>,
): Promise<void> {
  await record(tx, released.state, { ...released, hold_reason: null }, { kind: 'released', ...said })
  await recordHolds(tx, released, beneath)
}

/** Writes holds that are laid over each other, the lowest first. */
export async function recordHolds(tx: Tx, row: TransferRow, reasons: readonly HoldReason[]): Promise<void> {
  for (const hold_reason of reasons) await record(tx, row.state, { ...row, hold_reason }, { kind: 'held' })
}

/**
 * Ends a claimed transfer's hold, since what it waited for has come, and gives the lease back; a hold beneath it stands
 * again. `looked`: what came after has just been looked at.
 */
export async function clearHold(
  { listener }: TransitionDeps,
  tx: Tx,
  claim: Claim,
  detail: string,
  { looked = false }: { looked?: boolean } = {},
): Promise<void> {
  const beneath = await holdsBeneath(tx, claim)
  const next = beneath.at(-1) ?? null
  const unseen = looked ? wokenSince(claim) : sql<boolean>`recheck or ${wokenSince(claim)}`
  const lifted = await updateClaimed(tx, claim, {
    hold_reason: next,
    hold_owner: next && HOLDS[next].owner,
    recheck: unseen,
    next_step_at:
      isUnderWay(claim.state) || claim.refund_order !== null || (next === null && !isEnd(claim.state))
        ? sql<Date>`now()`
        : sql<Date | null>`case when ${unseen} then now() end`,
    lease_token: null,
    lease_until: null,
  })
  await recordHoldReleased(tx, lifted, beneath, { detail })
  if (next === null) await listener.moved(tx, snapshotOf(lifted), 'released')
}
