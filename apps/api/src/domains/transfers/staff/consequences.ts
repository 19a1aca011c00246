import { isPaymentOpen } from '../state/holds.ts'
import { isEnd, isGivingBack, isPayoutInFlight } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { StaffActionName } from './refusals.ts'

type Row = Pick<
  TransferRow,
  'state' | 'hold_reason' | 'cancel_reason' | 'payment_intent_id' | 'captured_at' | 'refund_order'
>

/** The effect of a hold placed by staff. `mayStillMove`: a provider may still move money that was requested before. */
export interface HoldConsequence {
  readonly mayStillMove: boolean
  readonly text: string
}

const STOPS = 'Nothing more is sent until someone releases the hold.'

/** Describes the effect of a hold on a transfer in its state: it stops us, but not requests that a provider already has. */
export function consequenceOfHold(row: Row): HoldConsequence {
  if (isPayoutInFlight(row.state))
    return { mayStillMove: true, text: `Its pay-out has left and may still arrive. ${STOPS}` }
  if (isPaymentOpen(row))
    return {
      mayStillMove: true,
      text: `Its card may still be charged. Nothing is sent until someone releases the hold.`,
    }
  if (row.state === 'refunding' || row.refund_order !== null)
    return {
      mayStillMove: true,
      text: 'Its refund may have left and still reach the card. No other one is requested until someone releases the hold.',
    }
  return { mayStillMove: false, text: 'It stops where it is until someone releases the hold.' }
}

/** Describes the effect of a staff action in a transfer's state. Every role reads it, so it names no case. */
export function consequenceOf(action: StaffActionName, row: Row): string {
  switch (action) {
    case 'hold':
      return consequenceOfHold(row).text
    case 'release':
      return consequenceOfRelease(row)
    case 'refund':
      return 'Pays back to the card what we owe for this transfer.'
    case 'repaid':
      return 'Books money that the customer got back in another way.'
    case 'cancel':
      return consequenceOfCancel(row)
  }
}

function consequenceOfRelease({ state, cancel_reason }: Row): string {
  if (isEnd(state)) return 'The transfer has ended: only its hold ends.'
  if (isPayoutInFlight(state))
    return cancel_reason === null
      ? 'Its pay-out goes on.'
      : 'It was cancelled: no other pay-out is sent, and it is refunded if the carrier says that none arrived.'
  if (state === 'payout_failed')
    return 'The carrier is asked again. It is refunded if the carrier still says that it failed.'
  if (isGivingBack(state)) return 'Its refund goes on.'
  return cancel_reason === null ? 'It goes on from where it stopped.' : 'It was cancelled: it is refunded.'
}

function consequenceOfCancel({ state, hold_reason }: Row): string {
  if (isPayoutInFlight(state)) return 'Its pay-out has begun: it is refunded only if the pay-out fails.'
  if (hold_reason !== null) return 'The cancellation is recorded. Its hold decides what happens to the money.'
  return state === 'awaiting_payment'
    ? 'Its payment is closed, or refunded if the card was charged first.'
    : 'It is refunded, unless its pay-out begins first.'
}
