import { formatMoney, type Money } from '@sesa/money'
import { inTransaction, type Tx, type Db } from '../../../db/index.ts'
import { actionRefused, Refused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { createAdoption, type Adoption, type AdoptionDeps } from '../adopt/adopt.ts'
import { placeStaffHold, releaseStaffHold, startStaffRefund } from '../state/transitions.ts'
import { requestCancel } from '../state/wake.ts'
import { transferBalanceOf } from '../state/transfer-balance.ts'
import { consequenceOfHold, type HoldConsequence } from './consequences.ts'
import { createAccountHoldActions, type AccountHoldActions } from './account-holds.ts'
import { endAsConfirmed, type WrittenAnswer } from '../mobile-money/attempts.ts'
import { bookOffCardRepayment, missingOf, readCards } from './off-card-repayment.ts'
import {
  decidesHold,
  refusalOf,
  releaseLeadsToRefund,
  standingOf,
  underReviewRefusal,
  type StaffActionName,
  type Standing,
} from './refusals.ts'
import { isHeldForReview, type Reader } from './under-review.ts'
import type { PayInOf } from '../ways-to-pay/pay-in.ts'
import type { RecordAccountHold } from '../moves.ts'
import { isEnd, mayBePaidOut } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { PayoutFinder } from '../payout-router.ts'
import type { HoldReason } from '../state/holds.ts'

export interface StaffActions extends AccountHoldActions {
  /** Recovers transfers lost by a restore. */
  readonly adoption: Adoption
  /** Puts a transfer on hold. Returns the effect, by the state in which it stopped. */
  hold(reference: string, action: StaffAction): Promise<HoldConsequence>
  /** Releases a hold: the transfer continues from its state. An ended transfer only loses its hold. */
  release(reference: string, action: StaffAction): Promise<void>
  /**
   * Refuses an action that is impossible now, before approval is requested. Only the card provider and the carrier know the
   * rest when it is carried out. `amount`: of a repayment. @throws Refused, also for the amount.
   */
  check(
    reference: string,
    name: Exclude<StaffActionName, 'hold' | 'cancel'>,
    reader: Reader,
    amount?: Money,
  ): Promise<void>
  /** Requests the refund of the amount that we owe the customer of a transfer on hold. */
  refund(reference: string, action: StaffAction): Promise<void>
  /**
   * Books an off-card repayment of the amount that we still owe the customer of a transfer on hold because the card did not
   * accept it. The amount is in the format of `formatMoney` and must equal the missing amount; the reason says how it was
   * paid.
   */
  repaid(reference: string, action: StaffAction & { readonly amount: string }): Promise<void>
  /**
   * Records what the carrier answered in writing about a payment without an outcome, and releases the hold: the engine goes on as
   * if the carrier had answered now. @throws Refused, also when it has answered meanwhile.
   */
  answer(reference: string, action: StaffAction & WrittenAnswer): Promise<void>
  /** Cancels a transfer: closed while unpaid, refunded until its pay-out begins, later only if the pay-out fails. */
  cancel(reference: string, action: StaffAction): Promise<void>
}

type Locked = TransferRow

const noTransfer = (reference: string) => actionRefused(`There’s no transfer ${reference}.`)

async function lock(tx: Tx, reference: string): Promise<Locked> {
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('reference', '=', reference)
    .forUpdate()
    .executeTakeFirst()
  if (row === undefined) throw noTransfer(reference)
  return row
}

async function recordAction(
  tx: Tx,
  row: Locked,
  name: StaffActionName,
  action: StaffAction,
): Promise<string> {
  const before = { state: row.state, onHold: row.hold_reason !== null }
  const { id } = await tx
    .insertInto('staff_actions')
    .values({ transfer_id: row.id, action: name, ...signatureOf(action, { before }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Locks a transfer for an action. @throws Refused when the action is not possible now. */
async function lockFor(
  tx: Tx,
  reference: string,
  name: StaffActionName,
  { seesCases = true }: Pick<StaffAction, 'seesCases'>,
): Promise<{ row: Locked; standing: Standing | null }> {
  const row = await lock(tx, reference)
  if (!seesCases && decidesHold(name) && (await isHeldForReview(tx, reference)))
    throw actionRefused(underReviewRefusal(row))
  const standing = await standingOf(tx, row)
  const refusal = refusalOf(name, row, standing)
  if (refusal !== null) throw actionRefused(refusal)
  return { row, standing }
}

/** Refuses more than we owe, and another currency. @throws Refused. */
function requireOwed(amount: Money, { owed }: Standing, reference: string): void {
  if (amount.currency === owed.currency && amount.amount > 0n && amount.amount <= owed.amount) return
  throw new Refused('invalid_field', {
    field: 'amount',
    message: `We owe ${formatMoney(owed)} for ${reference}. Enter at most that, not ${formatMoney(amount)}.`,
  })
}

/** Refuses an action that is impossible now. Reads without a lock: the action itself checks again. */
async function checkAction(
  tx: Tx,
  reference: string,
  name: Exclude<StaffActionName, 'hold' | 'cancel'>,
  { seesCases, amount }: Reader & { readonly amount?: Money | undefined },
): Promise<void> {
  const row = await tx
    .selectFrom('transfers')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row === undefined) throw noTransfer(reference)
  if (!seesCases && (await isHeldForReview(tx, reference))) throw actionRefused(underReviewRefusal(row))
  const standing = await standingOf(tx, row)
  const refusal = refusalOf(name, row, standing)
  if (refusal !== null) throw actionRefused(refusal)
  if (amount !== undefined && standing !== null) requireOwed(amount, standing, reference)
}

/**
 * Creates the staff actions on transfers. Each is one transaction under the transfer's lock and records the staff member and
 * the reason; `repaid` first queries the card provider.
 */
export function createStaffActions(
  deps: AdoptionDeps & { readonly recordAccountHold: RecordAccountHold; readonly payInOf: PayInOf },
): StaffActions {
  const { db, payInOf, recordAccountHold } = deps
  return {
    ...createAccountHoldActions({ db, recordAccountHold }),

    adoption: createAdoption(deps),

    check: (reference, name, { seesCases }, amount) =>
      inTransaction(db, 'transfers.staff_check', (tx) =>
        checkAction(tx, reference, name, { seesCases, amount }),
      ),

    hold: (reference, action) =>
      inTransaction(db, 'transfers.staff_hold', async (tx) => {
        const { row } = await lockFor(tx, reference, 'hold', action)
        await recordAction(tx, row, 'hold', action)
        await placeStaffHold(tx, row, action)
        return consequenceOfHold(row)
      }),

    release: (reference, action) =>
      inTransaction(db, 'transfers.staff_release', async (tx) => {
        const { row, standing } = await lockFor(tx, reference, 'release', action)
        const id = await recordAction(tx, row, 'release', action)
        // The carrier is queried once more before a refund: delivered money is not refunded.
        const late_events_pending = row.hold_reason === 'late_payout' && row.state === 'refunding'
        const leadsToRefund = standing !== null && releaseLeadsToRefund(row, standing.owed)
        await releaseStaffHold(tx, row, action, leadsToRefund ? id : null, {
          late_events_pending,
        })
      }),

    async refund(reference, action) {
      await requireNoPayout(deps, reference)
      await inTransaction(db, 'transfers.staff_refund', async (tx) => {
        const { row } = await lockFor(tx, reference, 'refund', action)
        const id = await recordAction(tx, row, 'refund', action)
        if (mayBePaidOut(row.state)) {
          await requestCancel(tx, row.id, 'staff', action.staff)
          await releaseStaffHold(tx, row, action, null)
        } else if (isEnd(row.state)) {
          await startStaffRefund(tx, row, id, action)
        } else {
          await releaseStaffHold(tx, row, action, id)
        }
      })
    },

    async repaid(reference, { amount, ...action }) {
      const seen = await readCards({ db, payInOf }, reference)
      await inTransaction(db, 'transfers.staff_repaid', async (tx) => {
        const { row } = await lockFor(tx, reference, 'repaid', action)
        const missing = missingOf(row, await transferBalanceOf(tx, row), seen)
        if (formatMoney(missing.rest) !== amount) {
          throw actionRefused(`${formatMoney(missing.rest)} of ${reference} is missing, not ${amount}.`)
        }
        const id = await recordAction(tx, row, 'repaid', action)
        await bookOffCardRepayment(tx, row, id, missing)
        // A transfer that has not ended continues with its refund, which finds that nothing more is owed.
        await releaseStaffHold(tx, row, action, isEnd(row.state) ? null : id)
      })
    },

    answer: (reference, { paid, evidence, ...action }) =>
      inTransaction(db, 'transfers.staff_answer', async (tx) => {
        const { row } = await lockFor(tx, reference, 'answer', action)
        if (!(await endAsConfirmed(tx, row.id, { paid, evidence })))
          throw actionRefused(`The network has answered about ${reference}. Release the hold instead.`)
        await recordAction(tx, row, 'answer', action)
        await releaseStaffHold(tx, row, action, null)
      }),

    cancel: (reference, action) =>
      inTransaction(db, 'transfers.staff_cancel', async (tx) => {
        const { row } = await lockFor(tx, reference, 'cancel', action)
        if (!(await requestCancel(tx, row.id, 'staff', action.staff)))
          throw new Error(`${reference} was not cancelled, although its state allows it`)
        await recordAction(tx, row, 'cancel', action)
      }),
  }
}

const AFTER_RESTORE: HoldReason = 'after_restore'

/**
 * Queries every carrier once more before a transfer recovered after a restore is refunded: money that was paid out is not
 * refunded. @throws Refused when one has the pay-out, or does not answer.
 */
async function requireNoPayout(
  { db, payouts }: { readonly db: Db; readonly payouts: PayoutFinder },
  reference: string,
): Promise<void> {
  const row = await db
    .selectFrom('transfers')
    .select(['hold_reason', 'payout_reference'])
    .where('reference', '=', reference)
    .executeTakeFirst()
  if (row?.hold_reason !== AFTER_RESTORE) return
  const { status } = await payouts.find(row.payout_reference)
  if (status === 'not_found') return
  throw actionRefused(
    status === 'unknown'
      ? `A carrier isn’t answering, so ${reference} may have been paid out. Try again.`
      : `A carrier has the pay-out of ${reference}. Release it instead; nothing is paid twice.`,
  )
}
