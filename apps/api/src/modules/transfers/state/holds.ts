import type { Owner } from '../../../db/schema/operations.ts'

interface HoldMeaning {
  readonly owner: Owner
  /** For the operator, in a sentence. The sender is never told why. */
  readonly means: string
  /** What an operator may order: `release` back into the flow, `refund` what we owe, book it as `repaid` by other means. */
  readonly orders: readonly ('release' | 'refund' | 'repaid')[]
}

/** Every reason for which a transfer stops. Each has a page in `docs/runbooks/`. */
export const HOLDS = {
  payment_mismatch: {
    owner: 'operations',
    means: 'What the card was charged is not what was quoted.',
    orders: ['refund'],
  },
  card_limit: {
    owner: 'operations',
    means: 'The card was charged more than one card may pay for all accounts together; nothing was paid out.',
    orders: ['release', 'refund'],
  },
  payout_float_empty: {
    owner: 'treasury',
    means: 'Our account with the operator is empty; nothing was paid out.',
    orders: ['release'],
  },
  payout_not_taken: {
    owner: 'operations',
    means: 'The operator refused the request again and again for now.',
    orders: ['release'],
  },
  payout_unresolved: {
    owner: 'operations',
    means: 'Nobody can tell whether the money arrived: asked and sent again without an end.',
    orders: ['release'],
  },
  payout_contradiction: {
    owner: 'operations',
    means: 'The operator said that the pay-out failed, and knows nothing of it now.',
    orders: ['release', 'refund'],
  },
  provider_silent: {
    owner: 'operations',
    means: 'For a day a provider has given no answer that ends it.',
    orders: ['release'],
  },
  refunded_elsewhere: {
    owner: 'operations',
    means: 'The charge was given back, in full or in part, at the card provider and not by us.',
    orders: ['refund'],
  },
  refund_failed: {
    owner: 'operations',
    means: 'The card provider refused the refund again and again.',
    orders: ['release', 'refund', 'repaid'],
  },
  refund_returned: {
    owner: 'operations',
    means: 'A refund that had succeeded came back: the sender is owed again.',
    orders: ['refund', 'repaid'],
  },
  late_payout: {
    owner: 'operations',
    means: 'The money arrived after the operator had said that it would not: booked as a loss.',
    orders: ['release'],
  },
  late_capture: {
    owner: 'operations',
    means: 'The card was charged after the payment had been closed: the sender is owed.',
    orders: ['refund'],
  },
  disputed: {
    owner: 'operations',
    means:
      'The card holder’s bank took the charge back until the dispute is decided, or disputes it once more.',
    orders: ['release'],
  },
  dispute_lost: {
    owner: 'operations',
    means: 'The dispute was decided against us: booked as a loss where the sender was owed nothing.',
    orders: ['release', 'refund'],
  },
  engine_error: {
    owner: 'engineering',
    means: 'A step failed again and again for a reason of our own.',
    orders: ['release'],
  },
  operator: {
    owner: 'operations',
    means: 'An operator stopped it.',
    orders: ['release', 'refund'],
  },
} as const satisfies Readonly<Record<string, HoldMeaning>>

export type HoldReason = keyof typeof HOLDS

/** What a hold's reason means; undefined for one that no release of this product sets. */
export function holdMeaning(reason: string): HoldMeaning | undefined {
  const found = Object.entries(HOLDS).find(([name]) => name === reason)
  return found?.[1]
}
