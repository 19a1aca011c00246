import type { Owner } from '../../../db/schema/operations.ts'
import { isEnd, isPayoutInFlight, type State } from './states.ts'
import type { TransferRow } from './transfer-row.ts'

interface HoldMeaning {
  readonly owner: Owner
  /** Meaning for staff, in a sentence. Customers never see the reason. */
  readonly means: string
  /** Used instead of `means` once the customer was refunded. */
  readonly meansRefunded?: string
  /** Used instead of `means` once two people decided that the money stays with us. */
  readonly meansBlocked?: string
  /**
   * The allowed staff actions: `release` it, `refund` what we owe, book it as `repaid` by other means, or record the carrier's
   * written `answer`.
   */
  readonly actions: readonly ('release' | 'refund' | 'repaid' | 'answer')[]
  /** True if only staff who see cases may learn the reason; all others read "Under review" (`staff/under-review.ts`). */
  readonly isReview?: true
}

/** Every reason for a hold. Each has a page in `docs/runbooks/`. */
export const HOLDS = {
  payment_mismatch: {
    owner: 'operations',
    means: 'The charge doesn’t match the quote.',
    actions: ['refund'],
  },
  card_limit: {
    owner: 'operations',
    means: 'The charge exceeds the card’s limit across all accounts. Nothing was paid out.',
    actions: ['release', 'refund'],
  },
  fraud_suspected: {
    owner: 'operations',
    means: 'The sender’s account is on hold (fraud warning, review, dispute or staff). Nothing was paid out.',
    actions: ['release', 'refund'],
    isReview: true,
  },
  screening: {
    owner: 'operations',
    means:
      'The sender or recipient matches a screening list entry. Nothing is sent until the case is decided.',
    meansBlocked:
      'The money is blocked by a confirmed decision and stays with us. Nothing is sent or refunded.',
    actions: ['release'],
    isReview: true,
  },
  screening_unavailable: {
    owner: 'operations',
    means: 'The screening list is unavailable, and the amount is too high to pay out unscreened.',
    actions: ['release', 'refund'],
    isReview: true,
  },
  payout_float_empty: {
    owner: 'treasury',
    means: 'The float with the carrier is empty. Nothing was paid out.',
    actions: ['release'],
  },
  payout_not_taken: {
    owner: 'operations',
    means: 'The carrier repeatedly refused the request but may accept it later.',
    actions: ['release'],
  },
  payout_unresolved: {
    owner: 'operations',
    means: 'The carrier has given no final answer after repeated queries and requests.',
    actions: ['release'],
  },
  payout_contradiction: {
    owner: 'operations',
    means: 'The carrier reported the pay-out as failed, then as unknown.',
    actions: ['release', 'refund'],
  },
  provider_silent: {
    owner: 'operations',
    means: 'A provider has given no final answer for 24 hours.',
    actions: ['release'],
  },
  collection_unresolved: {
    owner: 'operations',
    means: 'The network has not said for 24 hours whether the customer paid.',
    actions: ['release', 'answer'],
  },
  refunded_elsewhere: {
    owner: 'operations',
    means: 'The charge was fully or partly refunded at the provider, not by us.',
    actions: ['refund'],
  },
  refund_failed: {
    owner: 'operations',
    means: 'The provider repeatedly refused the refund.',
    actions: ['release', 'refund', 'repaid'],
  },
  refund_float_empty: {
    owner: 'treasury',
    means: 'The float with the carrier is too low for the refund. Pay-outs from it wait, too.',
    actions: ['release'],
  },
  refund_returned: {
    owner: 'operations',
    means: 'A completed refund was returned. We owe the customer again.',
    actions: ['refund', 'repaid'],
  },
  late_payout: {
    owner: 'operations',
    means: 'The recipient was paid after a refund was requested. The pay-out is booked as a loss.',
    meansRefunded: 'The recipient was paid and the customer refunded. The pay-out is booked as a loss.',
    actions: ['release'],
  },
  late_capture: {
    owner: 'operations',
    means: 'The customer was charged after the payment closed. We owe them a refund.',
    actions: ['refund'],
  },
  disputed: {
    owner: 'operations',
    means: 'The card issuer reversed the charge pending a dispute, or reopened the dispute.',
    actions: ['release'],
  },
  dispute_lost: {
    owner: 'operations',
    means: 'We lost the dispute. It’s booked as a loss where we owed the customer nothing.',
    actions: ['release', 'refund'],
  },
  after_restore: {
    owner: 'operations',
    means: 'Recovered after a restore: the customer was charged, and no carrier has a pay-out for it.',
    actions: ['release', 'refund'],
  },
  engine_error: {
    owner: 'engineering',
    means: 'A step failed repeatedly because of an internal error.',
    actions: ['release'],
  },
  staff: {
    owner: 'operations',
    means: 'Staff put the transfer on hold.',
    actions: ['release', 'refund'],
  },
} as const satisfies Readonly<Record<string, HoldMeaning>>

export type HoldReason = keyof typeof HOLDS

/** Holds that the carrier's answer ends. */
export const PAYOUT_HOLDS: readonly HoldReason[] = [
  'payout_float_empty',
  'payout_not_taken',
  'payout_unresolved',
  'payout_contradiction',
  'provider_silent',
]

/** Returns true for a hold that ends by itself once the sender and the recipient are clear. */
export function waitsForScreening(reason: string | null): boolean {
  return reason === 'screening' || reason === 'screening_unavailable'
}

/** Returns true for a hold that ends with the carrier's answer about the pay-out. */
export function waitsForPayout(reason: string | null): boolean {
  return PAYOUT_HOLDS.some((known) => known === reason)
}

/** Returns the meaning of a hold reason in a state; undefined for a reason unknown to this version. */
export function holdMeaning(reason: string, state?: State, isBlocked = false): HoldMeaning | undefined {
  const found: HoldMeaning | undefined = Object.entries(HOLDS).find(([name]) => name === reason)?.[1]
  const means = isBlocked ? found?.meansBlocked : state === 'refunded' ? found?.meansRefunded : undefined
  return found && { ...found, means: means ?? found.means }
}

/** Returns true when a transfer has a step to run under this hold, or without one. */
export function hasStepUnder(
  row: Pick<TransferRow, 'state' | 'refund_order' | 'payment_intent_id' | 'captured_at'>,
  hold: HoldReason | null,
): boolean {
  const isFree = hold === null || waitsForScreening(hold)
  return isWatchedOnHold(row) || row.refund_order !== null || (isFree && !isEnd(row.state))
}

/** Returns true while a provider may still move the money of a transfer, which is booked under any hold. */
export function isWatchedOnHold(row: Parameters<typeof isPaymentOpen>[0]): boolean {
  return isPayoutInFlight(row.state) || isPaymentOpen(row)
}

/** Returns true while the provider has the payment, and its charge is not in the books. */
export function isPaymentOpen({
  state,
  payment_intent_id,
  captured_at,
}: Pick<TransferRow, 'state' | 'payment_intent_id' | 'captured_at'>): boolean {
  return state === 'awaiting_payment' && payment_intent_id !== null && captured_at === null
}

/** Returns the columns of a hold; null ends it. */
export const holdColumns = (reason: HoldReason | null) => ({
  hold_reason: reason,
  hold_owner: reason && HOLDS[reason].owner,
})
