import { formatPhone, NETWORKS, type ListedStatus, type TimelineStep } from '@sesa/contract'
import { formatMoney, money } from '@sesa/money'
import { CHECKING_PAYMENT } from '../create/uncharged.ts'
import { failureText } from '../state/failures.ts'
import { CHARGED_TEXTS, HELD_TEXTS, REPAID_TEXTS, STEP_TEXTS } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** Returns the brand name of a transfer's network. */
export function networkLabel(row: TransferRow): string {
  return (
    NETWORKS.find(({ country, value }) => country === row.country && value === row.network)?.label ??
    row.network
  )
}

const reason = (row: TransferRow): string => failureText(row.failure_code)

const charged = (row: TransferRow): string => formatMoney(money(row.charge_amount, row.charge_currency))
const arriving = (row: TransferRow): string => formatMoney(money(row.receive_amount, row.receive_currency))

/** Names where the money goes. A wallet that is registered to a different name is not called the recipient's. */
const destination = (row: TransferRow): string =>
  row.name_check === 'different' ? `the wallet of ${formatPhone(row.recipient_phone)}` : row.recipient_name

const wallet = (row: TransferRow): string =>
  row.name_check === 'different'
    ? destination(row)
    : `${row.recipient_name.split(' ')[0] ?? row.recipient_name}’s ${networkLabel(row)} wallet`

/** Returns the text of a timeline step for this transfer. */
export function stepText(row: TransferRow, step: TimelineStep['step']): string {
  const fill: Readonly<Record<string, string>> = {
    arriving: arriving(row),
    charged: charged(row),
    repaid: formatMoney(money(row.repaid_amount ?? 0n, row.charge_currency)),
    recipient: row.recipient_name,
    destination: destination(row),
    wallet: wallet(row),
    network: networkLabel(row),
    reason: reason(row),
  }
  const repaid = row.repaid_amount === null ? undefined : REPAID_TEXTS[step]
  const held = row.hold_reason === null ? undefined : HELD_TEXTS[step]
  const late = row.captured_at === null ? undefined : CHARGED_TEXTS[step]
  const text = repaid ?? held ?? late ?? STEP_TEXTS[step]
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => fill[name] ?? whole)
}

/** Tells the customer that the pay-out begins later; null if it does not. The estimate beside it says when. */
function delayNotice({ state, payout_delay_minutes: minutes }: TransferRow): string | null {
  if (state !== 'paid' || minutes === 0) return null
  const wait = minutes === 1 ? '1 minute' : `${minutes} minutes`
  return `For your safety, we send this transfer ${wait} after your payment. You can cancel it until then.`
}

/** Returns the customer's explanation of a processing transfer; null if nothing unusual happened. */
function processingNotice(row: TransferRow): string | null {
  if (row.state === 'payout_failed') {
    return `${networkLabel(row)} reported a problem, so we’re checking whether the money reached ${destination(row)}. If it didn’t, we’ll refund ${charged(row)} to your card.`
  }
  if (row.cancel_reason !== 'user') return delayNotice(row)
  return row.state === 'paid'
    ? `You asked to cancel. ${stepText(row, 'refunding')}`
    : `You asked to cancel. The money is already on its way. If it doesn’t arrive, we’ll refund ${charged(row)} to your card.`
}

/** Says that we are reviewing. A hold may keep the money, so it says nothing of where the money goes, or whether it goes. */
function heldNotice(row: TransferRow, isEmailed: boolean): string {
  const news =
    row.cancel_reason === 'user'
      ? 'We have your request to cancel. We’ll tell you what happens.'
      : `We’ll ${isEmailed ? 'email you' : 'tell you here'} when there’s news.`
  return `${stepText(row, 'held')} ${news} There’s nothing you need to do. Your reference is ${row.reference}.`
}

/** Explains to the customer why a transfer was delivered although they may expect a refund. */
function sentNotice(row: TransferRow, wasReturning: boolean): string | null {
  if (wasReturning) {
    return `${networkLabel(row)} reported a problem but then delivered the money, so there’s no refund.`
  }
  return row.cancel_reason === 'user'
    ? 'You asked to cancel, but the money was already on its way and has arrived.'
    : null
}

interface Known {
  /** Its refund had already begun. */
  readonly wasReturning: boolean
  /** The customer gets email: their address is confirmed. */
  readonly isEmailed: boolean
}

/** Explains why a transfer did not go as planned and what happens to the money; null when nothing unusual happened. */
export function transferNotice(
  row: TransferRow,
  status: ListedStatus,
  { wasReturning, isEmailed }: Known,
): string | null {
  switch (status) {
    case 'checking':
      return CHECKING_PAYMENT
    case 'held':
      return heldNotice(row, isEmailed)
    case 'failed':
      return `${reason(row)} ${stepText(row, 'refunding')}`
    case 'refunded':
      return `${reason(row)} ${stepText(row, 'refunded')}`
    case 'cancelled':
      return stepText(row, 'cancelled')
    case 'processing':
      return processingNotice(row)
    case 'sent':
      return sentNotice(row, wasReturning)
  }
}
