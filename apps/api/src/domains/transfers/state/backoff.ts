import type { State } from './states.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND

/**
 * Wait of each state after attempt 1, 2 and so on (the last value repeats). Webhooks usually wake a transfer sooner; this
 * covers lost ones.
 */
const WAITS: Readonly<Record<State, readonly number[]>> = {
  awaiting_payment: [30 * SECOND, MINUTE],
  paid: [SECOND, 5 * SECOND, 30 * SECOND],
  paying_out: [SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE],
  payout_unknown: [SECOND, 2 * SECOND, 5 * SECOND, 10 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE],
  payout_failed: [2 * SECOND, 10 * SECOND, 30 * SECOND],
  refunding: [SECOND, 2 * SECOND, 5 * SECOND, 30 * SECOND, MINUTE, 5 * MINUTE],
  refund_failed: [5 * SECOND, MINUTE, 10 * MINUTE],
  sent: [MINUTE],
  refunded: [MINUTE],
  cancelled: [MINUTE],
}

/** Waits for an answer that its payer or a bank gives soon, such as the approval of a request on a phone. */
const ANSWER_WAITS = [2, 4, 8, 16, 32, 60].map((seconds) => seconds * SECOND)

/** Returns the milliseconds until an unfinished payment is asked about again. */
export const waitForAnswer = (attempt: number): number =>
  ANSWER_WAITS[Math.min(Math.max(attempt, 1), ANSWER_WAITS.length) - 1] ?? MINUTE

/** Waits for a bank, which answers after days. The provider's events usually come sooner. */
const BANK_WAITS = [5 * SECOND, 30 * SECOND, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE]

/** Returns the milliseconds until a debit is asked about again. */
export const waitForBank = (attempt: number): number =>
  BANK_WAITS[Math.min(Math.max(attempt, 1), BANK_WAITS.length) - 1] ?? 60 * MINUTE

/** Returns the milliseconds to wait after the `attempt`-th attempt (from 1) in this state. */
export function waitAfter(state: State, attempt: number): number {
  const waits = WAITS[state]
  return waits[Math.min(Math.max(attempt, 1), waits.length) - 1] ?? MINUTE
}
