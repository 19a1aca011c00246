import type { PayoutSent, PayoutStatus } from '../ports.ts'
import { waitsForPayout, type HoldReason } from '../state/holds.ts'
import type { Claim } from '../state/transfer-row.ts'
import type { CarrierRefusal, PayoutHistory } from './attempts.ts'

/** Requests under one reference, since staff last released the transfer, before staff review it. */
export const MOST_REQUESTS = 8

export type PayoutDecision =
  /** Query the carrier by reference, and decide by its answer. */
  | { readonly next: 'query' }
  /** Send one more request under the same reference. */
  | { readonly next: 'send' }
  /** Handle provider events about the charge before another request. */
  | { readonly next: 'handle_late_events' }
  /** Send nothing more: the money is refunded once the carrier confirms that it did not pay. */
  | { readonly next: 'give_up' }
  /** The outcome of a request is unknown. `attempt`: wait by its back-off first; null: query immediately. */
  | { readonly next: 'mark_unknown'; readonly attempt: number | null }
  | { readonly next: 'mark_sent' }
  | ({ readonly next: 'mark_failed' } & CarrierRefusal)
  | { readonly next: 'refund' }
  | { readonly next: 'hold'; readonly reason: HoldReason }
  | { readonly next: 'clear_hold'; readonly detail: string }
  | { readonly next: 'stay_on_hold' }
  /** Release the lease; `attempt` picks the back-off, by default the attempts of the claim. */
  | { readonly next: 'wait'; readonly attempt?: number }

/** The decisions with these names. */
type One<Name extends PayoutDecision['next']> = Extract<PayoutDecision, { readonly next: Name }>

const failed = ({ code, words }: CarrierRefusal): One<'mark_failed'> => ({
  next: 'mark_failed',
  code,
  ...(words !== undefined && { words }),
})

/** Decides for a pay-out that another process recorded: `paying_out` without the sending process. */
export function decideFoundPayout(
  { late_events_pending, cancel_reason }: Pick<Claim, 'late_events_pending' | 'cancel_reason'>,
  { last, settled }: Pick<PayoutHistory, 'last' | 'settled'>,
): One<'query' | 'send' | 'handle_late_events' | 'give_up' | 'mark_unknown'> {
  switch (last) {
    case 'accepted':
      return { next: 'query' }
    case 'rejected':
      if (late_events_pending) return { next: 'handle_late_events' }
      if (cancel_reason === null) return { next: 'send' }
      // An earlier request may still be in flight to the carrier.
      return settled ? { next: 'give_up' } : { next: 'query' }
    default:
      // The worker died before recording whether the request went out.
      return { next: 'mark_unknown', attempt: null }
  }
}

/** Decides by the answer to a request that was not accepted. `count` and `recent` include that request. */
export function decideSent(
  sent: Exclude<PayoutSent, { outcome: 'accepted' }>,
  { count, recent }: Pick<PayoutHistory, 'count' | 'recent'>,
): One<'mark_unknown' | 'mark_failed' | 'hold' | 'wait'> {
  if (sent.outcome === 'unknown') return { next: 'mark_unknown', attempt: count > 1 ? count : null }
  if (sent.next === 'final') return failed(sent)
  if (sent.next === 'no_funds') return { next: 'hold', reason: 'payout_float_empty' }
  if (recent >= MOST_REQUESTS) return { next: 'hold', reason: 'payout_not_taken' }
  return { next: 'wait', attempt: recent }
}

/** Decides by the carrier's answer to a query. */
export function decideStatus(
  found: PayoutStatus,
  { stale }: Pick<Claim, 'stale'>,
): One<'mark_sent' | 'mark_failed' | 'hold' | 'wait'> {
  if (found.status === 'completed') return { next: 'mark_sent' }
  if (found.status === 'failed') return failed(found)
  return stale ? { next: 'hold', reason: 'payout_unresolved' } : { next: 'wait' }
}

/**
 * Decides for `payout_unknown`. "Not found" proves nothing: it leads to a request under the same reference or to a hold,
 * never to a refund.
 */
export function decideUnknownPayout(
  { late_events_pending, stale }: Pick<Claim, 'late_events_pending' | 'stale'>,
  found: PayoutStatus,
  { givenUp, settled, recent }: Pick<PayoutHistory, 'givenUp' | 'settled' | 'recent'>,
): One<'mark_sent' | 'mark_failed' | 'hold' | 'wait' | 'handle_late_events' | 'give_up' | 'send'> {
  if (found.status !== 'not_found') return decideStatus(found, { stale })
  // Nothing more is sent for a charge that is in doubt or gone. An earlier request gets its time to be found.
  if (late_events_pending || givenUp) {
    if (!settled) return stale ? { next: 'hold', reason: 'provider_silent' } : { next: 'wait' }
    return { next: late_events_pending ? 'handle_late_events' : 'give_up' }
  }
  return recent < MOST_REQUESTS ? { next: 'send' } : { next: 'hold', reason: 'payout_unresolved' }
}

/**
 * Decides for a pay-out in flight whose transfer is on hold: nothing is sent, and the carrier's result is booked. Staff may
 * stop a transfer whose request is in flight, and the carrier's callback may be lost, so we query for a day.
 */
export function decideHeldPayout(
  { late_events_pending, hold_reason, stale }: Pick<Claim, 'late_events_pending' | 'hold_reason' | 'stale'>,
  found: PayoutStatus,
): One<'handle_late_events' | 'stay_on_hold' | 'wait' | 'clear_hold' | 'mark_sent' | 'mark_failed'> {
  if (found.status !== 'completed' && found.status !== 'failed') {
    if (late_events_pending) return { next: 'handle_late_events' }
    return { next: hold_reason === 'staff' && !stale ? 'wait' : 'stay_on_hold' }
  }
  if (waitsForPayout(hold_reason)) return { next: 'clear_hold', detail: found.status }
  return found.status === 'failed' ? failed(found) : { next: 'mark_sent' }
}

/**
 * Decides for `payout_failed`: the money is refunded only when no request can be sent any more and the carrier, queried after
 * that, agrees. "Not found" agrees once no request can be in flight, and only together with a rejection or a refund that
 * staff requested. A carrier that paid after all has delivered. `found` is null until the carrier was queried.
 */
export function decideFailedPayout(
  { stale }: Pick<Claim, 'stale'>,
  found: PayoutStatus | null,
  { closed, settled, rejected, givenUp }: Pick<PayoutHistory, 'closed' | 'settled' | 'rejected' | 'givenUp'>,
): One<'hold' | 'wait' | 'query' | 'mark_sent' | 'refund'> {
  const wait: One<'hold' | 'wait'> = stale ? { next: 'hold', reason: 'provider_silent' } : { next: 'wait' }
  if (!closed) return wait
  if (found === null) return { next: 'query' }
  switch (found.status) {
    case 'unknown':
    case 'pending':
      return wait
    case 'completed':
      return { next: 'mark_sent' }
    case 'failed':
      return { next: 'refund' }
    case 'not_found':
      if (!settled) return wait
      return rejected || givenUp ? { next: 'refund' } : { next: 'hold', reason: 'payout_contradiction' }
  }
}
