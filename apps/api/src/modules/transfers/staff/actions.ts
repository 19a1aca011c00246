import { formatMoney, type Money } from '@sesa/money'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { ActionRefused, type StaffAction } from '../../../lib/staff-action.ts'
import { requestCancel } from '../engine/cancel.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { HOLDS, holdMeaning } from '../state/holds.ts'
import { record, recordHoldReleased, type TransitionDeps } from '../state/transitions.ts'
import { isDisputed, transferBalanceOf } from '../state/transfer-balance.ts'
import { bookOffCardRepayment, missingOf, readCards } from './off-card-repayment.ts'
import type { CardProvider } from '../ports.ts'
import { snapshotOf } from '../state/snapshot.ts'
import { isEnd, isUnderWay } from '../state/states.ts'
import type { TransferRow } from '../state/claims.ts'

export interface StaffActions {
  /** Stops a transfer where it stands. */
  hold(reference: string, order: StaffAction): Promise<void>
  /** Lets a held transfer go on from where it stands; one that has ended only loses its hold. */
  release(reference: string, order: StaffAction): Promise<void>
  /** Orders the engine to give back what we owe the sender of a held transfer. */
  refund(reference: string, order: StaffAction): Promise<void>
  /**
   * Books as paid back by other means what the sender of a held transfer is owed and the card did not take. The amount
   * is said as `formatMoney` writes it and has to be what is missing; the order's reason says how it was paid.
   */
  repaid(reference: string, order: StaffAction & { readonly amount: string }): Promise<void>
  /** Cancels a transfer: closed while unpaid, refunded until its pay-out is under way, later only if that fails. */
  cancel(reference: string, order: StaffAction): Promise<void>
}

type Locked = TransferRow

async function lock(tx: Tx, reference: string): Promise<Locked> {
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw new ActionRefused(`There is no transfer ${reference}.`)
  return row
}

async function write(
  tx: Tx,
  row: Locked,
  action: 'hold' | 'release' | 'refund' | 'repaid' | 'cancel',
  { staff: operator, reason }: StaffAction,
): Promise<string> {
  const { id } = await tx
    .insertInto('operator_actions')
    .values({ transfer_id: row.id, action, operator, reason })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function heldFor(row: Locked): { reason: string; orders: readonly string[] } {
  if (row.hold_reason === null) throw new ActionRefused(`${row.reference} is not held.`)
  return { reason: row.hold_reason, orders: holdMeaning(row.hold_reason)?.orders ?? [] }
}

/** Takes a transfer's hold away, under its lock, and lets it go on unless it has ended or another hold lies beneath. */
async function unhold(
  { listener }: TransitionDeps,
  tx: Tx,
  row: Locked,
  order: StaffAction,
  refundOrder: string | null,
  { recheck = false }: { recheck?: boolean } = {},
): Promise<void> {
  const beneath = await holdsBeneath(tx, row)
  const next = beneath.at(-1) ?? null
  const released = await tx
    .updateTable('transfers')
    .set({
      hold_reason: next,
      hold_owner: next && HOLDS[next].owner,
      state_changed_at: sql<Date>`now()`,
      attempts: 0,
      failures: 0,
      lease_token: null,
      lease_until: null,
      refund_order: refundOrder,
      ...(recheck && { recheck }),
      next_step_at:
        isEnd(row.state) || next !== null
          ? sql<Date | null>`case when recheck then now() end`
          : sql<Date>`now()`,
    })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await recordHoldReleased(tx, released, beneath, { detail: order.reason, operator: order.staff })
  if (next === null) await listener.moved(tx, snapshotOf(released), 'released')
}

/** True for a transfer that would be paid out although what was charged for it is not ours any more. */
function isChargeGone(row: Locked, owed: Money): boolean {
  return (row.state === 'paid' || isUnderWay(row.state)) && owed.amount < row.charge_amount
}

/**
 * True when a release leads to the refund: one that was given up is tried as often again, and a charge of another amount
 * than was quoted, of which nothing is owed any more, can only end.
 */
function goesBackBy({ state, captured_at }: Locked, owed: Money): boolean {
  return (
    state === 'refund_failed' || (state === 'awaiting_payment' && captured_at !== null && owed.amount === 0n)
  )
}

/** True when a hold beneath stands again that allows to give back what is owed. */
async function isRefundableBeneath(tx: Tx, row: Locked): Promise<boolean> {
  const beneath = await holdsBeneath(tx, row)
  return beneath.some((reason) => holdMeaning(reason)?.orders.includes('refund'))
}

/**
 * True when an order can give money back: what we owe of what no operator may pay out any more, and what is left of a
 * charge that is gone, whose pay-out then ends without one or, if the money arrives after all, as sent.
 */
function mayGiveBack(row: Locked, owed: Money): boolean {
  if (row.hold_reason === 'refunded_elsewhere' || isChargeGone(row, owed)) return true
  const isEngines = row.state === 'payout_failed' && row.hold_reason !== 'payout_contradiction'
  return owed.amount > 0n && !isUnderWay(row.state) && !isEngines
}

/**
 * What operators may do to a transfer. Each is one transaction under the transfer's lock, attributed and kept; before
 * that of `repaid` the card provider is asked.
 */
export function createStaffActions({
  db,
  cards,
  listener,
}: TransitionDeps & { readonly db: Db; readonly cards: CardProvider }): StaffActions {
  return {
    hold: (reference, order) =>
      inTransaction(db, 'transfers.operator_hold', async (tx) => {
        const row = await lock(tx, reference)
        if (row.hold_reason !== null) throw new ActionRefused(`${reference} is held: ${row.hold_reason}.`)
        if (isEnd(row.state)) throw new ActionRefused(`${reference} has ended as ${row.state}.`)
        await write(tx, row, 'hold', order)
        // Without its lease whoever is at it now can write nothing more.
        const held = await tx
          .updateTable('transfers')
          .set({
            hold_reason: 'operator',
            hold_owner: HOLDS.operator.owner,
            next_step_at: null,
            lease_token: null,
            lease_until: null,
          })
          .where('id', '=', row.id)
          .returningAll()
          .executeTakeFirstOrThrow()
        await record(tx, row.state, held, { kind: 'held', detail: order.reason, operator: order.staff })
        await listener.moved(tx, snapshotOf(held), 'held')
      }),

    release: (reference, order) =>
      inTransaction(db, 'transfers.operator_release', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, orders } = heldFor(row)
        if (!orders.includes('release')) {
          throw new ActionRefused(
            `${reference} is held for ${reason}, and money is owed to its sender. Order a refund instead.`,
          )
        }
        const position = await transferBalanceOf(tx, row)
        const { owed } = position
        if (reason === 'disputed' && isDisputed(position)) {
          throw new ActionRefused(
            `The dispute of ${reference} is not decided. Answer it at the card provider; its hold ends with the bank's word.`,
          )
        }
        if (isEnd(row.state) && owed.amount > 0n && !(await isRefundableBeneath(tx, row))) {
          throw new ActionRefused(
            `${formatMoney(owed)} is owed to the sender of ${reference}. Order a refund instead.`,
          )
        }
        // Once a refund is ordered nothing more is sent, so what has stopped since may go on.
        if (isChargeGone(row, owed) && !position.givenUp) {
          throw new ActionRefused(
            `The charge of ${reference} is gone, so it cannot be paid out. Order a refund: it ends it without one.`,
          )
        }
        const id = await write(tx, row, 'release', order)
        // Before a refund is requested the operator is asked once more: money that arrived first is not given back.
        const recheck = reason === 'late_payout' && row.state === 'refunding'
        await unhold({ listener }, tx, row, order, goesBackBy(row, owed) ? id : null, { recheck })
      }),

    refund: (reference, order) =>
      inTransaction(db, 'transfers.operator_refund', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, orders } = heldFor(row)
        if (!orders.includes('refund')) {
          throw new ActionRefused(`${reference} is held for ${reason}: a refund cannot be ordered.`)
        }
        const { owed } = await transferBalanceOf(tx, row)
        if (!mayGiveBack(row, owed)) {
          throw new ActionRefused(
            `Nothing can be refunded for ${reference} in ${row.state}: ${formatMoney(owed)} is owed. ` +
              `Cancel it instead: it is refunded once the operator says that the pay-out failed.`,
          )
        }
        const id = await write(tx, row, 'refund', order)
        if (row.state === 'paid' || isUnderWay(row.state)) {
          await requestCancel(tx, row.id, 'operator', order.staff)
          await unhold({ listener }, tx, row, order, null)
        } else if (isEnd(row.state)) {
          await tx
            .updateTable('transfers')
            // Without its lease whoever looks at it now cannot put this order to sleep.
            .set({ refund_order: id, next_step_at: sql<Date>`now()`, lease_token: null, lease_until: null })
            .where('id', '=', row.id)
            .execute()
          await record(tx, row.state, row, {
            kind: 'noted',
            detail: order.reason,
            operator: order.staff,
          })
        } else {
          await unhold({ listener }, tx, row, order, id)
        }
      }),

    async repaid(reference, { amount, ...order }) {
      const seen = await readCards({ db, cards }, reference)
      await inTransaction(db, 'transfers.operator_repaid', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, orders } = heldFor(row)
        if (!orders.includes('repaid')) {
          throw new ActionRefused(
            `${reference} is held for ${reason}: it goes back to the card or not at all.`,
          )
        }
        const missing = missingOf(row, await transferBalanceOf(tx, row), seen)
        if (formatMoney(missing.rest) !== amount) {
          throw new ActionRefused(`${formatMoney(missing.rest)} of ${reference} is missing, not ${amount}.`)
        }
        const id = await write(tx, row, 'repaid', order)
        await bookOffCardRepayment(tx, row, id, missing)
        // One that has not ended goes through its refund, which finds that nothing is owed any more.
        await unhold({ listener }, tx, row, order, isEnd(row.state) ? null : id)
      })
    },

    cancel: (reference, order) =>
      inTransaction(db, 'transfers.operator_cancel', async (tx) => {
        const row = await lock(tx, reference)
        const { staff: operator } = order
        if (!(await requestCancel(tx, row.id, 'operator', operator))) {
          throw new ActionRefused(`${reference} cannot be cancelled any more: it is ${row.state}.`)
        }
        await write(tx, row, 'cancel', order)
      }),
  }
}
