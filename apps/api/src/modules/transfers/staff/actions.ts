import { formatMoney, type Money } from '@sesa/money'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { ActionRefused, signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { createAdoption, type Adoption, type AdoptionDeps } from '../adopt/adopt.ts'
import { requireNoPayout } from '../adopt/require-no-payout.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import { holdMeaning } from '../state/holds.ts'
import { placeStaffHold, releaseStaffHold, startStaffRefund } from '../state/transitions.ts'
import { requestCancel } from '../state/wake.ts'
import { isDisputed, transferBalanceOf } from '../state/transfer-balance.ts'
import { createAccountHoldActions, type AccountHoldActions } from './account-holds.ts'
import { bookOffCardRepayment, missingOf, readCards } from './off-card-repayment.ts'
import type { RecordAccountHold } from '../listener.ts'
import { isEnd, isPayoutInFlight, mayBePaidOut } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'

export interface StaffActions extends AccountHoldActions {
  /** Makes transfers again that a restore lost. */
  readonly adoption: Adoption
  /** Puts a transfer on hold. */
  hold(reference: string, action: StaffAction): Promise<void>
  /** Releases a hold: the transfer continues from its state. One that has ended only loses its hold. */
  release(reference: string, action: StaffAction): Promise<void>
  /** Requests the refund of what we owe the customer of a transfer on hold. */
  refund(reference: string, action: StaffAction): Promise<void>
  /**
   * Books an off-card repayment of what we still owe the customer of a transfer on hold because the card did
   * not take it. The amount is written as `formatMoney` writes it and must equal what is missing; the reason
   * says how it was paid.
   */
  repaid(reference: string, action: StaffAction & { readonly amount: string }): Promise<void>
  /** Cancels a transfer: closed while unpaid, refunded until its pay-out begins, later only if the pay-out fails. */
  cancel(reference: string, action: StaffAction): Promise<void>
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

async function recordAction(
  tx: Tx,
  row: Locked,
  name: 'hold' | 'release' | 'refund' | 'repaid' | 'cancel',
  action: StaffAction,
): Promise<string> {
  const { id } = await tx
    .insertInto('operator_actions')
    .values({ transfer_id: row.id, action: name, ...signatureOf(action) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

function heldFor(row: Locked): { reason: string; actions: readonly string[] } {
  if (row.hold_reason === null) throw new ActionRefused(`${row.reference} is not held.`)
  return { reason: row.hold_reason, actions: holdMeaning(row.hold_reason)?.actions ?? [] }
}

/** True for a transfer that would be paid out although we no longer have its charge. */
function isChargeGone(row: Locked, owed: Money): boolean {
  return mayBePaidOut(row.state) && owed.amount < row.charge_amount
}

/**
 * True when a release leads to the refund: a failed refund gets the same number of attempts again, and a
 * mismatched charge of which we owe nothing more can only end.
 */
function releaseLeadsToRefund({ state, captured_at }: Locked, owed: Money): boolean {
  return (
    state === 'refund_failed' || (state === 'awaiting_payment' && captured_at !== null && owed.amount === 0n)
  )
}

/** True when a hold beneath that allows a refund is in force again. */
async function isRefundableBeneath(tx: Tx, row: Locked): Promise<boolean> {
  const beneath = await holdsBeneath(tx, row)
  return beneath.some((reason) => holdMeaning(reason)?.actions.includes('refund'))
}

/**
 * True when staff can refund: what we owe once no carrier can pay it out any more, and what is left of a charge that is
 * gone. In that case the pay-out is given up or, if the money arrives after all, ends as sent.
 */
function mayRefund(row: Locked, owed: Money): boolean {
  if (row.hold_reason === 'refunded_elsewhere' || isChargeGone(row, owed)) return true
  const isForEngine = row.state === 'payout_failed' && row.hold_reason !== 'payout_contradiction'
  return owed.amount > 0n && !isPayoutInFlight(row.state) && !isForEngine
}

/**
 * Creates the staff actions on transfers. Each is one transaction under the transfer's lock and records the staff member and
 * the reason; `repaid` first queries the card provider.
 */
export function createStaffActions(
  deps: AdoptionDeps & { readonly recordAccountHold: RecordAccountHold },
): StaffActions {
  const { db, cards, listener, recordAccountHold } = deps
  return {
    ...createAccountHoldActions({ db, recordAccountHold }),

    adoption: createAdoption(deps),

    hold: (reference, action) =>
      inTransaction(db, 'transfers.staff_hold', async (tx) => {
        const row = await lock(tx, reference)
        if (row.hold_reason !== null) throw new ActionRefused(`${reference} is held: ${row.hold_reason}.`)
        if (isEnd(row.state)) throw new ActionRefused(`${reference} has ended as ${row.state}.`)
        await recordAction(tx, row, 'hold', action)
        await placeStaffHold({ listener }, tx, row, action)
      }),

    release: (reference, action) =>
      inTransaction(db, 'transfers.staff_release', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, actions } = heldFor(row)
        if (!actions.includes('release')) {
          throw new ActionRefused(
            `${reference} is held for ${reason}, and we owe its sender money. Refund it instead.`,
          )
        }
        const position = await transferBalanceOf(tx, row)
        const { owed } = position
        if (reason === 'disputed' && isDisputed(position)) {
          throw new ActionRefused(
            `The dispute of ${reference} is not decided. Answer it at the card provider; the bank's decision ends the hold.`,
          )
        }
        if (isEnd(row.state) && owed.amount > 0n && !(await isRefundableBeneath(tx, row))) {
          throw new ActionRefused(
            `${formatMoney(owed)} is owed to the sender of ${reference}. Refund it instead.`,
          )
        }
        // Once a refund is requested nothing more is sent, so the transfer may continue.
        if (isChargeGone(row, owed) && !position.givenUp) {
          throw new ActionRefused(
            `The charge of ${reference} is gone, so it cannot be paid out. Refund it: that ends it without a pay-out.`,
          )
        }
        const id = await recordAction(tx, row, 'release', action)
        // The carrier is queried once more before a refund: delivered money is not refunded.
        const recheck = reason === 'late_payout' && row.state === 'refunding'
        await releaseStaffHold({ listener }, tx, row, action, releaseLeadsToRefund(row, owed) ? id : null, {
          recheck,
        })
      }),

    async refund(reference, action) {
      await requireNoPayout(deps, reference)
      await inTransaction(db, 'transfers.staff_refund', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, actions } = heldFor(row)
        if (!actions.includes('refund')) {
          throw new ActionRefused(`${reference} is held for ${reason}: it cannot be refunded.`)
        }
        const { owed } = await transferBalanceOf(tx, row)
        if (!mayRefund(row, owed)) {
          throw new ActionRefused(
            `Nothing can be refunded for ${reference} in ${row.state}: ${formatMoney(owed)} is owed. ` +
              `Cancel it instead: it is refunded once the carrier confirms that the pay-out failed.`,
          )
        }
        const id = await recordAction(tx, row, 'refund', action)
        if (mayBePaidOut(row.state)) {
          await requestCancel(tx, row.id, 'operator', action.staff)
          await releaseStaffHold({ listener }, tx, row, action, null)
        } else if (isEnd(row.state)) {
          await startStaffRefund(tx, row, id, action)
        } else {
          await releaseStaffHold({ listener }, tx, row, action, id)
        }
      })
    },

    async repaid(reference, { amount, ...action }) {
      const seen = await readCards({ db, cards }, reference)
      await inTransaction(db, 'transfers.staff_repaid', async (tx) => {
        const row = await lock(tx, reference)
        const { reason, actions } = heldFor(row)
        if (!actions.includes('repaid')) {
          throw new ActionRefused(`${reference} is held for ${reason}: it can only go back to the card.`)
        }
        const missing = missingOf(row, await transferBalanceOf(tx, row), seen)
        if (formatMoney(missing.rest) !== amount) {
          throw new ActionRefused(`${formatMoney(missing.rest)} of ${reference} is missing, not ${amount}.`)
        }
        const id = await recordAction(tx, row, 'repaid', action)
        await bookOffCardRepayment(tx, row, id, missing)
        // A transfer that has not ended goes through its refund, which finds that nothing more is owed.
        await releaseStaffHold({ listener }, tx, row, action, isEnd(row.state) ? null : id)
      })
    },

    cancel: (reference, action) =>
      inTransaction(db, 'transfers.staff_cancel', async (tx) => {
        const row = await lock(tx, reference)
        if (!(await requestCancel(tx, row.id, 'operator', action.staff))) {
          throw new ActionRefused(`${reference} can no longer be cancelled: it is ${row.state}.`)
        }
        await recordAction(tx, row, 'cancel', action)
      }),
  }
}
