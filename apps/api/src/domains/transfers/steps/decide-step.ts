import { isPaymentOpen, waitsForScreening } from '../state/holds.ts'
import { isEnd, isPayoutInFlight, type State } from '../state/states.ts'
import type { Claim, TransferRow } from '../state/transfer-row.ts'

/** The next action of the engine for a claimed transfer. */
export type Step =
  | 'handle_late_events'
  | 'refund_for_staff'
  | 'watch_held_payment'
  | 'watch_held_payout'
  | 'stay_on_hold'
  | 'screen_again'
  | 'read_payment'
  | 'begin_payout'
  | 'wait_for_payout'
  | 'check_payout'
  | 'query_unknown_payout'
  | 'confirm_failed_payout'
  | 'refund'
  | 'retry_refund'
  | 'nothing'

export type StepFacts = Pick<
  TransferRow,
  | 'state'
  | 'hold_reason'
  | 'refund_order'
  | 'late_events_pending'
  | 'payment_intent_id'
  | 'captured_at'
  | 'cancel_reason'
> &
  Pick<Claim, 'waits'>

const STEPS: Readonly<Record<State, Step>> = {
  awaiting_payment: 'read_payment',
  paid: 'begin_payout',
  paying_out: 'check_payout',
  payout_unknown: 'query_unknown_payout',
  payout_failed: 'confirm_failed_payout',
  refunding: 'refund',
  refund_failed: 'retry_refund',
  sent: 'nothing',
  refunded: 'nothing',
  cancelled: 'nothing',
}

/**
 * Returns true if late provider events must be handled. They are handled once the charge is booked, except while a pay-out is
 * in flight: a hold would then hide the carrier's answer.
 */
function hasLateEvents({ late_events_pending, payment_intent_id, captured_at, state }: StepFacts): boolean {
  const wasCharged = captured_at !== null || state === 'cancelled'
  return late_events_pending && payment_intent_id !== null && wasCharged && !isPayoutInFlight(state)
}

/**
 * Decides the next step of a transfer. On hold, only a refund that staff requested, the watch of a payment or a pay-out, and
 * a screening run.
 */
export function decideStep(facts: StepFacts): Step {
  const { state, hold_reason, refund_order } = facts
  if (hasLateEvents(facts)) return 'handle_late_events'
  if (refund_order !== null && (isEnd(state) || state === 'awaiting_payment')) return 'refund_for_staff'
  if (hold_reason !== null) {
    if (isPaymentOpen(facts)) return 'watch_held_payment'
    if (isPayoutInFlight(state)) return 'watch_held_payout'
    return waitsForScreening(hold_reason) && !isEnd(state) ? 'screen_again' : 'stay_on_hold'
  }
  // A cancellation ends the wait: nothing is paid out.
  if (state === 'paid' && facts.waits && facts.cancel_reason === null) return 'wait_for_payout'
  return STEPS[state]
}
