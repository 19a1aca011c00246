import {
  cardLabel,
  formatPhone,
  type CardFace,
  type ListedStatus,
  type TimelineStep,
  type TransferDetail,
} from '@sesa/contract'
import { formatMoney, money } from '@sesa/money'
import { CHECKING_PAYMENT, isDebiting } from './uncharged.ts'
import { debitFailureText, failureText } from '../state/failures.ts'
import { brandOf, delayOf, payerOf, refundeeOf } from '../ways-to-pay/payer.ts'
import type { TransferRow } from '../state/transfer-row.ts'

// The texts about the money of a transfer on its page. The comment above each claim gives the fact that makes it true. A hold
// may keep the money: while it lasts, no text says that the money continues or is returned. `failureText` has the reasons.

// Fact: the network has not reported about a request to pay, which may still wait for its payer.
const CHECKING_WALLET =
  'If you haven’t approved the payment on your phone yet, you still can. If you have, don’t pay again: we’re asking your network.'

/** Returns what the customer reads while it is unknown whether they were charged. */
export function checkingText(row: TransferRow): string {
  if (isDebiting(row)) return debitText(row)
  return row.pay_method === 'momo' ? CHECKING_WALLET : CHECKING_PAYMENT
}

/** Fact: the customer has authorized a debit, and their bank has not answered. */
const debitText = (row: TransferRow): string =>
  row.cancel_reason === null
    ? `We’ve asked your bank for ${charged(row)}. Banks take up to 4 banking days. We send the money once it has arrived.`
    : `We’ve asked your bank for ${charged(row)}, which can’t be taken back. This transfer won’t be sent: if your bank pays, we’ll refund it.`

/** The text of each step, true before, during and after it. `stepText` fills in `{reason}` and the others. */
const STEP_TEXTS: Readonly<Record<TimelineStep['step'], string>> = {
  created: 'Transfer created',
  // Fact: the charge is in our books.
  paid: 'Your {payer} was charged {charged}',
  // Fact: the pay-out is the next step and nothing stops it, or its request was recorded.
  paying_out: 'Sending to {wallet}',
  // Fact: the carrier reported a failure and is queried again, so it is unknown whether it paid.
  checking: 'Checking with {network} whether the money reached {destination}',
  // Fact: the carrier reported that it paid.
  sent: 'Delivered to {destination}',
  failed: '{reason}',
  // Fact: the pay-out certainly failed or never began, and we have to refund.
  refunding: 'Refunding {charged} to {back}',
  // Fact: the provider reported that the refund succeeded, and nothing was returned.
  refunded: 'Refunded {charged} to {back}',
  // Fact: the payment was closed, no request to pay can still take money, and our books have no charge.
  cancelled: 'Your {payer} was not charged.',
  // Never gives the reason.
  held: 'We’re reviewing this transfer.',
}

type StepTexts = Readonly<Partial<typeof STEP_TEXTS>>

/** Used when the payer's card or wallet did not accept all of a refund and staff booked that we repaid it by other means. */
const REPAID_TEXTS: StepTexts = {
  refunding: 'We tried to refund {charged} to your {payer}, but {repaid} of it didn’t arrive.',
  refunded: 'Repaid {repaid} another way, as agreed with you',
  cancelled: 'Your {payer} was charged anyway, so we repaid you {repaid}.',
}

/** Used when it accepted a part of the refund and staff booked that we repaid the rest by other means. */
const SPLIT_TEXTS: StepTexts = {
  ...REPAID_TEXTS,
  refunded: 'Refunded {rest} to {back} and repaid {repaid} another way, as agreed with you',
}

/** Used when the customer was charged after the payment was closed, and the charge was refunded. */
const CHARGED_TEXTS: StepTexts = {
  cancelled: 'Your {payer} was charged anyway, so we refunded {charged}.',
}

/** Used on hold, which may keep the money: a refund may have been returned, and a late charge is still owed. */
const HELD_TEXTS: StepTexts = {
  paying_out: 'We asked the network to pay {wallet}',
  refunded: 'We sent a refund of {charged} to your {payer}.',
  cancelled: 'Your {payer} was charged anyway.',
}

/** Returns the brand name of a transfer's network. */
export function networkLabel(row: Pick<TransferRow, 'country' | 'network'>): string {
  return brandOf(row.country, row.network)
}

const reason = (row: TransferRow): string => failureText(row.failure_code)

const inCharged = (amount: bigint, row: TransferRow): string =>
  formatMoney(money(amount, row.charge_currency))
const charged = (row: TransferRow): string => inCharged(row.charge_amount, row)
const arriving = (row: TransferRow): string => formatMoney(money(row.receive_amount, row.receive_currency))

/** Names the destination of the money. A wallet registered to a different name is not called the recipient's. */
const destination = (row: TransferRow): string =>
  row.name_check === 'different' ? `the wallet of ${formatPhone(row.recipient_phone)}` : row.recipient_name

export const walletText = (row: TransferRow): string =>
  row.name_check === 'different'
    ? destination(row)
    : `${row.recipient_name.split(' ')[0] ?? row.recipient_name}’s ${networkLabel(row)} wallet`

/** Returns the card that paid, as shown to the customer. */
export function cardOf({
  card_brand: brand,
  card_last4: last4,
  card_wallet: wallet,
}: TransferRow): CardFace | null {
  return brand === null || last4 === null ? null : { brand, last4, wallet }
}

function repaidTexts({ repaid_amount, charge_amount }: TransferRow): StepTexts {
  if (repaid_amount === null) return {}
  return repaid_amount < charge_amount ? SPLIT_TEXTS : REPAID_TEXTS
}

/** Returns the text of a timeline step for this transfer. */
export function stepText(row: TransferRow, step: TimelineStep['step']): string {
  const card = cardOf(row)
  const repaidAmount = row.repaid_amount ?? 0n
  const fill: Readonly<Record<string, string>> = {
    arriving: arriving(row),
    charged: charged(row),
    payer: payerOf(row),
    back: card === null ? `your ${refundeeOf(row)}` : cardLabel(card),
    repaid: inCharged(repaidAmount, row),
    rest: inCharged(row.charge_amount - repaidAmount, row),
    recipient: row.recipient_name,
    destination: destination(row),
    wallet: walletText(row),
    network: networkLabel(row),
    reason: reason(row),
  }
  const repaid = repaidTexts(row)[step]
  const held = row.hold_reason === null ? undefined : HELD_TEXTS[step]
  const late = row.captured_at === null ? undefined : CHARGED_TEXTS[step]
  const text = repaid ?? held ?? late ?? STEP_TEXTS[step]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => fill[name] ?? whole)
}

/** Returns the notice that the pay-out begins later; null if it does not. The estimate next to it shows when. */
function delayNotice({ state, payout_delay_minutes: minutes }: TransferRow): string | null {
  if (state !== 'paid' || minutes === 0) return null
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `For your safety, we send this transfer ${wait} after your payment. You can cancel it until then.`
}

/** Returns the explanation of a processing transfer for the customer; null if nothing unusual happened. */
function processingNotice(row: TransferRow): string | null {
  // It is unknown whether the carrier paid.
  if (row.state === 'payout_failed') {
    return `${networkLabel(row)} reported a problem, so we’re checking whether the money reached ${destination(row)}. If it didn’t, we’ll refund ${charged(row)} to your ${payerOf(row)}.`
  }
  if (row.cancel_reason !== 'user') return delayNotice(row)
  // After `paid`, a pay-out request was recorded and its outcome is open.
  return row.state === 'paid'
    ? `You asked to cancel. ${stepText(row, 'refunding')}.`
    : `You asked to cancel. The money is already on its way. If it doesn’t arrive, we’ll refund ${charged(row)} to your ${payerOf(row)}.`
}

/** Returns the request for another number, when the wallet did not take the refund. */
export const refundNumberText = (row: TransferRow): string =>
  `Your ${refundeeOf(row)} didn’t take our refund of ${charged(row)}. Choose another mobile number of yours, and we refund it there.`

/** Returns the text of a review. A hold may keep the money, so the text does not mention its destination. */
function heldNotice(row: TransferRow, isEmailed: boolean): string {
  // Fact: the network has not reported about a request to pay for 24 hours. Nobody is emailed about an unpaid transfer.
  if (row.state === 'awaiting_payment' && row.hold_reason === 'collection_unresolved')
    return 'Your network hasn’t told us whether you paid. Don’t pay again. We keep asking, and show the answer here.'
  const news =
    row.cancel_reason === 'user'
      ? 'We have your request to cancel. We’ll tell you what happens.'
      : `We’ll ${isEmailed ? 'email you' : 'tell you here'} when there’s news.`
  // A charge on a closed payment: the customer has read that nothing was charged.
  const late = row.state === 'cancelled' ? `${stepText(row, 'cancelled')} ` : ''
  // The wallet may not take its refund: then the customer names another one.
  const mayAct = row.state === 'refund_failed' && row.pay_method === 'momo'
  return `${late}${stepText(row, 'held')} ${news}${mayAct ? '' : ' There’s nothing you need to do.'}`
}

/** Explains to the customer why a transfer was delivered although they may expect a refund. */
function sentNotice(row: TransferRow, wasReturning: boolean): string | null {
  // The carrier paid after all, before any refund was requested.
  if (wasReturning) {
    return `${networkLabel(row)} reported a problem but then delivered the money, so there’s no refund.`
  }
  return row.cancel_reason === 'user'
    ? 'You asked to cancel, but the money was already on its way and has arrived.'
    : null
}

interface Known {
  /** True if its refund had already begun. */
  readonly wasReturning: boolean
  /** True if the customer gets email: their address is confirmed. */
  readonly isEmailed: boolean
}

/**
 * Explains why a transfer did not proceed as planned and what happens to the money; returns null when nothing unusual
 * happened.
 */
export function transferNotice(
  row: TransferRow,
  status: ListedStatus,
  { wasReturning, isEmailed }: Known,
): string | null {
  switch (status) {
    case 'checking':
      return checkingText(row)
    case 'awaiting_payment':
      if (isDebiting(row)) return debitText(row)
      return row.cancel_reason === 'user'
        ? `You asked to cancel. If you still approve the request on your phone, we’ll refund ${charged(row)} to your ${payerOf(row)}.`
        : null
    case 'held':
      return heldNotice(row, isEmailed)
    // The timeline has the amount and where it goes.
    case 'failed':
      return reason(row)
    case 'refunded':
      return row.repaid_amount === null ? `${reason(row)}${delayOf(row)}` : reason(row)
    case 'cancelled':
      return row.cancel_reason === 'debit_failed'
        ? `${debitFailureText(row.failure_code)} ${stepText(row, 'cancelled')}`
        : stepText(row, 'cancelled')
    case 'processing':
      return processingNotice(row)
    case 'sent':
      return sentNotice(row, wasReturning)
  }
}

/**
 * Returns a closed transfer's notice and timeline once a request to pay took money after all.
 * Fact: that money is on its way back to the wallet, or there.
 */
export function returnedWords(
  row: TransferRow,
  { notice, timeline }: Pick<TransferDetail, 'notice' | 'timeline'>,
): Pick<TransferDetail, 'notice' | 'timeline'> {
  const text = `Your payment came after the transfer was closed, so we return it to your ${payerOf(row)}.`
  return {
    notice: row.hold_reason === null ? text : notice,
    timeline: timeline.map((one) => (one.step === 'cancelled' ? { ...one, text } : one)),
  }
}
