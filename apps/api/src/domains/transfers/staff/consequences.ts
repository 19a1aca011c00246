import { networkLabel } from '../history/texts.ts'
import { payerOf, refundeeOf } from '../ways-to-pay/payer.ts'
import { isPaymentOpen } from '../state/holds.ts'
import { isEnd, isGivingBack, isPayoutInFlight } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import type { StaffActionName } from './refusals.ts'

type Row = Pick<
  TransferRow,
  | 'state'
  | 'hold_reason'
  | 'cancel_reason'
  | 'payment_intent_id'
  | 'captured_at'
  | 'refund_order'
  | 'country'
  | 'network'
  | 'sender_country'
  | 'pay_method'
  | 'pay_network'
  | 'refund_network'
>

/** The effect of a hold placed by staff. `mayStillMove`: a provider may still move money that was requested before. */
export interface HoldConsequence {
  readonly mayStillMove: boolean
  readonly text: string
}

const STOPS = 'Nothing else is sent until staff release the hold.'

/** Describes the effect of a hold on a transfer in its state: it stops us, but not requests that a provider already has. */
export function consequenceOfHold(row: Row): HoldConsequence {
  if (isPayoutInFlight(row.state))
    return {
      mayStillMove: true,
      text: `A hold won’t stop the money that ${networkLabel(row)} already has: it may still arrive. ${STOPS}`,
    }
  if (isPaymentOpen(row))
    return {
      mayStillMove: true,
      text: `The ${payerOf(row)} may still be charged. Nothing is sent until staff release the hold.`,
    }
  if (row.state === 'refunding' || row.refund_order !== null)
    return {
      mayStillMove: true,
      text: `The refund may have left and still reach the ${refundeeOf(row)}. No other refund is requested until staff release the hold.`,
    }
  return { mayStillMove: false, text: 'The transfer stops until staff release the hold.' }
}

/** Describes the effect of a staff action in a transfer's state. Every role reads it, so it names no case. */
export function consequenceOf(action: StaffActionName, row: Row): string {
  switch (action) {
    case 'hold':
      return consequenceOfHold(row).text
    case 'release':
      return consequenceOfRelease(row)
    case 'refund':
      return `Refunds to the ${refundeeOf(row)} what we owe for this transfer.`
    case 'repaid':
      return `Records a repayment made outside the ${payerOf(row)}.`
    case 'answer':
      return 'Records whether the customer paid, as the network confirmed in writing: an unpaid transfer is cancelled; a late payment is refunded.'
    case 'cancel':
      return consequenceOfCancel(row)
  }
}

function consequenceOfRelease({ state, cancel_reason }: Row): string {
  if (isEnd(state)) return 'The transfer has ended. Only the hold ends.'
  if (isPayoutInFlight(state))
    return cancel_reason === null
      ? 'The pay-out continues.'
      : 'The transfer was cancelled. No other pay-out is sent; it’s refunded if the carrier confirms that none arrived.'
  if (state === 'payout_failed') return 'We query the carrier again and refund if it confirms the failure.'
  if (isGivingBack(state)) return 'The refund continues.'
  return cancel_reason === null
    ? 'The transfer continues from where it stopped.'
    : 'The transfer was cancelled, so it’s refunded.'
}

function consequenceOfCancel(row: Row): string {
  const { state, hold_reason } = row
  if (isPayoutInFlight(state)) return 'The pay-out has started. It’s refunded only if the pay-out fails.'
  if (hold_reason !== null) return 'The cancellation is recorded. The decision on the hold settles the money.'
  return state === 'awaiting_payment'
    ? `Closes the payment, or refunds it if the ${payerOf(row)} was charged first.`
    : 'Refunds the transfer, unless the pay-out starts first.'
}
