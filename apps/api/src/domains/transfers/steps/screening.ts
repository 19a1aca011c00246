import { waitAfter } from '../state/backoff.ts'
import { Change } from '../state/change.ts'
import { holdsBeneath } from '../state/hold-stack.ts'
import type { Claim } from '../state/transfer-row.ts'
import { writeStep, type StepDeps } from './step.ts'
import type { PayoutScreening } from '../payout-screening.ts'

export type Screened = Awaited<ReturnType<PayoutScreening['check']>>
type Verdict = Screened['verdict']

/** Waits until the list is queried again, the same as for a pay-out whose carrier does not answer. */
const lookAgainMs = ({ attempts }: Claim): number => waitAfter('payout_unknown', attempts)

/** Asks for the refund of a transfer: two people decided that its money must not arrive. */
const giveBack = (change: Change): Change => change.cancel('staff', 'screening')

/** Stops a charged transfer whose people are not clear, and releases the lease. */
export function stopped(change: Change, verdict: Exclude<Verdict, 'clear'>): Change {
  switch (verdict) {
    case 'stopped':
      return change.hold('screening')
    case 'wait':
      return change.hold('screening_unavailable', { lookAgainMs: lookAgainMs(change.effect.row) })
    case 'refused':
      return giveBack(change).wait(0)
  }
}

/** Handles a hold for screening: checks again, since the list may answer now or the case may be decided. */
export async function stepScreeningHold(deps: StepDeps, claim: Claim): Promise<Claim> {
  const isCancelledUnmatched = claim.hold_reason === 'screening_unavailable' && claim.cancel_reason !== null
  const verdict = isCancelledUnmatched ? 'clear' : (await deps.screening.check(claim)).verdict
  return writeStep(deps, 'transfers.record_screening', claim, async (current) => {
    const change = Change.of(current)
    switch (verdict) {
      case 'clear':
        return change.endHold(await holdsBeneath(deps.db, current), 'screened', 'ours')
      case 'refused':
        return giveBack(change).endHold(await holdsBeneath(deps.db, current), 'screening decided', 'ours')
      case 'stopped':
        return current.hold_reason === 'screening' ? change.waitForWake() : change.hold('screening')
      case 'wait':
        return change.wait(lookAgainMs(current))
    }
  })
}
