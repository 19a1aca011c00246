import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { actionRefused } from '../../../lib/refused.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { isAccountHeld, liftHoldsByStaff, openHoldByStaff } from '../../risk/index.ts'
import { lockSender } from '../create/limits.ts'
import type { RecordAccountHold } from '../moves.ts'
import { closeAllUnpaid, wakeUndelivered } from '../state/wake.ts'

/** Staff actions that stop an account from sending, and allow it again. */
export interface AccountHoldActions {
  /** Refuses new payments of an account, closes its open ones and stops pay-outs that have not left. */
  holdAccount(userId: string, action: StaffAction): Promise<void>
  /** Lifts every hold of an account; transfers that only its holds stopped continue. @returns how many were lifted. */
  liftAccountHolds(userId: string, action: StaffAction): Promise<number>
}

async function recordAction(
  tx: Tx,
  name: 'hold_account' | 'lift_account_hold',
  userId: string,
  action: StaffAction,
): Promise<void> {
  const [before, after] = name === 'hold_account' ? [false, true] : [true, false]
  const change = { before: { heldByStaff: before }, after: { heldByStaff: after } }
  await tx
    .insertInto('staff_actions')
    .values({ action: name, ...signatureOf(action, change), subject: userId })
    .execute()
}

export function createAccountHoldActions({
  db,
  recordAccountHold,
}: {
  readonly db: Db
  readonly recordAccountHold: RecordAccountHold
}): AccountHoldActions {
  return {
    holdAccount: (userId, action) =>
      inTransaction(db, 'transfers.hold_account', async (tx) => {
        await lockSender(tx, userId)
        const wasHeld = await isAccountHeld(tx, userId)
        if (!(await openHoldByStaff(tx, userId, action))) {
          throw actionRefused('The account is already on hold by staff.')
        }
        await recordAction(tx, 'hold_account', userId, action)
        await closeAllUnpaid(tx, userId, 'account_held')
        await wakeUndelivered(tx, userId, null)
        if (!wasHeld) await recordAccountHold(tx, userId, 'account_held')
      }),

    liftAccountHolds: (userId, action) =>
      inTransaction(db, 'transfers.lift_account_hold', async (tx) => {
        await lockSender(tx, userId)
        const lifted = await liftHoldsByStaff(tx, userId, action)
        if (lifted === 0) throw actionRefused('The account is not on hold.')
        await recordAction(tx, 'lift_account_hold', userId, action)
        await wakeUndelivered(tx, userId, null)
        await recordAccountHold(tx, userId, 'account_hold_lifted')
        return lifted
      }),
  }
}
