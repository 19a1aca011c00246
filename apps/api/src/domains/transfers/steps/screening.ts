import { sql, type RawBuilder } from 'kysely'
import { inTransaction, type Tx } from '../../../db/index.ts'
import { waitAfter } from '../state/backoff.ts'
import { releaseIdle, releaseLease } from '../state/claims.ts'
import type { Claim } from '../state/transfer-row.ts'
import { clearHold, placeHold } from '../state/transitions.ts'
import { requestCancel } from '../state/wake.ts'
import type { StepDeps } from './step.ts'
import type { PayoutScreening } from '../payout-screening.ts'

export type Screened = Awaited<ReturnType<PayoutScreening['check']>>
type Verdict = Screened['verdict']

/** The screening of a transfer that is not paid out now: nothing passes, and the list was not queried. */
export const UNSCREENED: Screened = { verdict: 'clear', passes: sql<boolean>`false` }

/** Waits until the list is queried again, the same as for a pay-out whose carrier does not answer. */
const lookAgainMs = (claim: Claim): number => waitAfter('payout_unknown', claim.attempts)

/** Returns true while nothing stops the people of a transfer, and locks them until the transaction ends. */
export async function doesPass(tx: Tx, passes: RawBuilder<boolean>): Promise<boolean> {
  const { rows } = await sql<{ passes: boolean }>`select ${passes} as passes`.execute(tx)
  return rows[0]?.passes === true
}

/** Starts a transfer's refund: two people decided that its money must not arrive. */
async function giveBack(tx: Tx, claim: Claim): Promise<void> {
  await requestCancel(tx, claim.id, 'staff', 'screening')
}

/**
 * Stops a charged transfer whose people are not clear, and releases the lease. `clear` here means that a case opened
 * meanwhile: the next step finds it.
 */
export async function stopPayout(tx: Tx, claim: Claim, verdict: Verdict): Promise<void> {
  switch (verdict) {
    case 'stopped':
      return placeHold(tx, claim, 'screening')
    case 'wait':
      return placeHold(tx, claim, 'screening_unavailable', {}, { lookAgainMs: lookAgainMs(claim) })
    case 'refused':
      await giveBack(tx, claim)
      return releaseLease(tx, claim, 0)
    case 'clear':
      return releaseLease(tx, claim, 0)
  }
}

/** Stops a transfer before its pay-out, or before its pay-out is sent again. */
export async function stopForScreening(deps: StepDeps, claim: Claim, verdict: Verdict): Promise<null> {
  await inTransaction(deps.db, 'transfers.stop_for_screening', (tx) => stopPayout(tx, claim, verdict))
  return null
}

/** Handles a hold for screening: checks again, since the list may answer now or the case may be decided. */
export async function stepScreeningHold(deps: StepDeps, claim: Claim): Promise<null> {
  const isCancelledUnmatched = claim.hold_reason === 'screening_unavailable' && claim.cancel_reason !== null
  const { verdict } = isCancelledUnmatched ? UNSCREENED : await deps.screening.check(claim)
  await inTransaction(deps.db, 'transfers.record_screening', async (tx) => {
    switch (verdict) {
      case 'clear':
        return clearHold(tx, claim, 'screened', { wokenByUs: true })
      case 'refused':
        await giveBack(tx, claim)
        return clearHold(tx, claim, 'screening decided', { wokenByUs: true })
      case 'stopped':
        return claim.hold_reason === 'screening' ? releaseIdle(tx, claim) : placeHold(tx, claim, 'screening')
      case 'wait':
        return releaseLease(tx, claim, lookAgainMs(claim))
    }
  })
  return null
}
