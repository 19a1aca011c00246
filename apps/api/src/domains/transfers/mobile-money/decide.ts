import type { CollectionState } from '../../../db/schema/collections.ts'
import type { ChargeCheck } from '../ways-to-pay/pay-in.ts'
import type { Payment } from '../ports.ts'
import type { AcceptedCollection, CollectionStatus } from './ports.ts'

/** The part of an attempt that decisions read. Amounts are in minor units. */
export interface AttemptFacts {
  readonly id: string
  readonly number: number
  readonly state: CollectionState
  readonly amount: bigint
  readonly currency: string
  readonly recorded_at: Date
  readonly ended_at: Date | null
  /** When the carrier first said, after `MISSING_AFTER_MS`, that it does not know the request. */
  readonly missed_at: Date | null
  readonly received: bigint | null
  readonly received_currency: string | null
}

/** What a completed attempt brought. */
type ReceivedFacts = Pick<AttemptFacts, 'received' | 'received_currency'> & {
  /** What the carrier took back later. */
  readonly taken_back: bigint | null
  /** Set when the carrier confirmed it in writing: then only a final answer counts against it. */
  readonly answer: string | null
}

const MINUTE_MS = 60_000
/** A request that the carrier does not know after this time did not reach it. */
export const MISSING_AFTER_MS = 15 * MINUTE_MS
/** A second query after this time confirms it, so that one wrong answer does not end a request. */
const ASKED_AGAIN_AFTER_MS = MINUTE_MS

/** Returns true while an attempt may take money as far as we know: no other one is begun. */
export const isOpen = ({ state }: Pick<AttemptFacts, 'state'>): boolean =>
  state === 'recorded' || state === 'sent' || state === 'open'

/** The collectors' codes of a refund that our float is too low for. */
const LACKS_FLOAT = new Set(['PAWAPAY_WALLET_OUT_OF_FUNDS', 'NOT_ENOUGH_FUNDS', 'fund_insufficient'])

/** Returns true if a refund was refused because our float is too low: nothing is wrong with the wallet. */
export const isLackOfFloat = (code: string): boolean => LACKS_FLOAT.has(code)

/** What a carrier's answer changes about an attempt; null changes nothing. */
export type AttemptChange =
  | { readonly state: 'open'; readonly accepted?: AcceptedCollection }
  | { readonly state: 'failed'; readonly answer: string }
  | { readonly state: 'completed'; readonly received: bigint; readonly currency: string }
  | { readonly state: 'never_arrived' }
  | { readonly missed: true }
  | null

/** Returns a carrier's code and words, as stored. */
export const answerOf = ({ code, words }: { readonly code: string; readonly words?: string }): string =>
  (words === undefined ? code : `${code}: ${words}`).slice(0, 800)

/**
 * Decides what a carrier's answer changes. Only its own final success completes an attempt, also one that we had given up: the
 * money has come; without an amount it is asked again, and staff can record it. "Not found" ends a request twice answered so
 * after 15 minutes: a late arrival comes to us and is given back.
 */
export function decideAttempt(attempt: AttemptFacts, answer: CollectionStatus, now: Date): AttemptChange {
  if (attempt.state === 'completed') return null
  switch (answer.status) {
    case 'completed': {
      const { amount } = answer
      return amount && { state: 'completed', received: amount.amount, currency: amount.currency }
    }
    case 'failed':
      return isOpen(attempt) ? { state: 'failed', answer: answerOf(answer) } : null
    case 'open':
      return attempt.state === 'recorded' || attempt.state === 'sent'
        ? { state: 'open', ...(answer.accepted && { accepted: answer.accepted }) }
        : null
    case 'not_found':
      return isOpen(attempt) ? decideMissing(attempt, now) : null
    case 'unknown':
      return null
  }
}

/**
 * Decides whether the money of a completed attempt is still ours, by the carrier's answer before a pay-out. `taken`: what the
 * carrier took back. Only a final answer of the carrier contradicts its earlier one.
 */
export function decideCharge(
  { received, received_currency: currency, taken_back, answer: confirmed }: ReceivedFacts,
  answer: CollectionStatus,
): { readonly check: ChargeCheck; readonly taken: bigint | null } {
  if (taken_back !== null) return { check: 'taken_back', taken: null }
  if (received === null) return { check: 'differs', taken: null }
  if (answer.status === 'failed') return { check: 'taken_back', taken: received }
  if (answer.status !== 'completed' || answer.amount === null)
    return { check: confirmed === null ? 'unknown' : 'stands', taken: null }
  const { amount } = answer
  if (amount.currency !== currency || amount.amount > received) return { check: 'differs', taken: null }
  return amount.amount === received
    ? { check: 'stands', taken: null }
    : { check: 'taken_back', taken: received - amount.amount }
}

function decideMissing({ recorded_at, missed_at }: AttemptFacts, now: Date): AttemptChange {
  if (now.getTime() - recorded_at.getTime() < MISSING_AFTER_MS) return null
  if (missed_at === null) return { missed: true }
  return now.getTime() - missed_at.getTime() < ASKED_AGAIN_AFTER_MS ? null : { state: 'never_arrived' }
}

/** Returns the attempt that pays a transfer: the one booked as its charge (`paidBy`), else the first that completed. */
export function payingAttempt<A extends AttemptFacts>(
  attempts: readonly A[],
  paidBy: string | null,
): A | undefined {
  if (paidBy !== null) return attempts.find(({ id }) => id === paidBy)
  return attempts
    .filter(({ state }) => state === 'completed')
    .toSorted((a, b) => (a.ended_at?.getTime() ?? 0) - (b.ended_at?.getTime() ?? 0) || a.number - b.number)[0]
}

/**
 * Returns the status of a payment by its attempts: `processing` while one is open, so that nothing is cancelled before the
 * carrier has ended it. `closing`: the payment is to be closed, so nothing new may begin.
 */
export function statusOf(
  attempts: readonly AttemptFacts[],
  paidBy: string | null,
  closing: boolean,
): Payment['status'] {
  if (payingAttempt(attempts, paidBy) !== undefined) return 'succeeded'
  if (attempts.some(isOpen)) return 'processing'
  return closing ? 'cancelled' : 'open'
}

/**
 * Returns true for a completed attempt that does not pay its transfer: the transfer was paid by another one, or has ended. The
 * money is booked and given back under the attempt's own id.
 */
export const isExtra = (
  attempt: Pick<AttemptFacts, 'id' | 'state'>,
  transfer: { readonly state: string; readonly collection_id: string | null },
): boolean =>
  attempt.state === 'completed' &&
  (transfer.state !== 'awaiting_payment' || transfer.collection_id !== null) &&
  transfer.collection_id !== attempt.id

/** Why a new attempt is refused; null when it may begin. */
export type AttemptRefusal = 'closed' | 'expired' | 'open' | 'too_many' | 'declined' | null

/** A request to pay needs this much of the price's time, so that the payer can answer it. */
const LEAST_TIME_MS = 6 * MINUTE_MS
const MOST_ATTEMPTS = 5
const MOST_FAILED_A_DAY = 10

/** Decides whether another attempt may begin. `failedToday`: attempts with this wallet that ended without money in 24 hours. */
export function decideNewAttempt(
  transfer: {
    readonly state: string
    readonly cancel_reason: string | null
    readonly hold_reason: string | null
    readonly quote_expires_at: Date
  },
  attempts: readonly Pick<AttemptFacts, 'state'>[],
  failedToday: number,
  now: Date,
): AttemptRefusal {
  const isClosed =
    transfer.state !== 'awaiting_payment' || transfer.cancel_reason !== null || transfer.hold_reason !== null
  if (attempts.some(isOpen)) return 'open'
  if (isClosed || attempts.some(({ state }) => state === 'completed')) return 'closed'
  if (transfer.quote_expires_at.getTime() - now.getTime() < LEAST_TIME_MS) return 'expired'
  if (attempts.length >= MOST_ATTEMPTS) return 'too_many'
  return failedToday >= MOST_FAILED_A_DAY ? 'declined' : null
}
