import type { FraudReport } from '../../risk/index.ts'
import type { HoldReason } from '../state/holds.ts'
import { mayBePaidOut } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { ProviderReports } from './decide-late-events.ts'

/** The effect of the card provider's reports on the account: holds that they open, and holds that they lift. */
export interface FraudDecision {
  readonly opens: readonly FraudReport[]
  readonly lifts: readonly FraudReport[]
}

/**
 * Decides for the account. A warning, an open review and a dispute that is open or lost open a hold; an approved review and a
 * won dispute lift theirs. A review closed for another reason changes nothing: staff decide.
 */
export function decideFraud({
  payment: { review },
  warnings,
  disputes,
}: Pick<ProviderReports, 'warnings' | 'disputes'> & {
  readonly payment: Pick<ProviderReports['payment'], 'review'>
}): FraudDecision {
  const reviews = review === null ? [] : [{ cause: 'review' as const, providerId: review.id, ...review }]
  const disputed = disputes.map((one) => ({ cause: 'dispute' as const, providerId: one.id, ...one }))
  const named = ({ cause, providerId }: FraudReport): FraudReport => ({ cause, providerId })
  return {
    opens: [
      ...warnings.map((providerId) => ({ cause: 'fraud_warning' as const, providerId })),
      ...reviews.filter(({ status }) => status === 'open').map(named),
      ...disputed.filter(({ status }) => status !== 'won').map(named),
    ],
    lifts: [
      ...reviews.filter(({ status }) => status === 'approved').map(named),
      ...disputed.filter(({ status }) => status === 'won').map(named),
    ],
  }
}

interface Stopping {
  /** True if a hold on the sender's account stops this transfer. */
  readonly isStopped: boolean
  /** True if staff requested its refund. */
  readonly givenUp: boolean
  /** True if one of its disputes is undecided. */
  readonly isDisputed: boolean
  /** Other holds placed by the same reports. */
  readonly others: readonly HoldReason[]
}

/** Decides whether a hold on the account stops this transfer, or no longer does. */
export function decideStop(
  { state, hold_reason, cancel_reason }: Pick<TransferRow, 'state' | 'hold_reason' | 'cancel_reason'>,
  { isStopped, givenUp, isDisputed, others }: Stopping,
): 'hold' | 'clear' | 'nothing' {
  if (hold_reason === 'fraud_suspected') return isStopped ? 'nothing' : 'clear'
  // The money is being refunded, or another hold already stops the pay-out until more is known.
  const goesBack = givenUp || (state === 'paid' && cancel_reason !== null)
  const isStoppedOtherwise = others.length > 0 || isDisputed || hold_reason === 'refunded_elsewhere'
  return isStopped && mayBePaidOut(state) && !goesBack && !isStoppedOtherwise ? 'hold' : 'nothing'
}
