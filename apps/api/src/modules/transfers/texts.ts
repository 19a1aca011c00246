import { NETWORKS, type TimelineStep, type TransferDetail } from '@sesa/contract'
import { formatMoney, money } from '@sesa/money'
import type { TransferRow } from './store.ts'

/** The operators' and our own reasons in words, where they help the sender. */
const REASONS: Readonly<Record<string, string>> = {
  RECIPIENT_NOT_FOUND: 'The network does not know this number.',
  WALLET_LIMIT_REACHED: 'The recipient’s wallet is full.',
  RECIPIENT_LIMIT_REACHED: 'The recipient’s wallet has reached its limit.',
  INVALID_PHONE_NUMBER: 'The network does not accept this number.',
  AMOUNT_OUT_OF_BOUNDS: 'The network does not take this amount.',
  late: 'The payment came after the price had run out.',
  replaced: 'The payment came after you had started another transfer.',
  cancelled: 'You cancelled this transfer.',
  stopped: 'We could not carry this transfer out.',
}

/** The brand that people know a transfer's network by. */
export function networkLabel(row: TransferRow): string {
  return (
    NETWORKS.find(({ country, value }) => country === row.country && value === row.network)?.label ??
    row.network
  )
}

/** Why a transfer failed, in words for its sender, by the code that was kept. */
export function failureText(code: string | null): string {
  return REASONS[code ?? ''] ?? 'The network could not deliver the money.'
}

const reason = (row: TransferRow): string => failureText(row.failure_code)

const charged = (row: TransferRow): string => formatMoney(money(row.charge_amount, row.charge_currency))
const arriving = (row: TransferRow): string => formatMoney(money(row.receive_amount, row.receive_currency))

/** What a step of the timeline says, true before, while and after it is done. Texts of a hold do not tell why. */
export function stepText(row: TransferRow, step: TimelineStep['step']): string {
  switch (step) {
    case 'created':
      return `You asked to send ${arriving(row)} to ${row.recipient_name}.`
    case 'paid':
      return `Your card was charged ${charged(row)}.`
    case 'paying_out':
      return `On its way to ${row.recipient_name} by ${networkLabel(row)}.`
    case 'sent':
      return `${arriving(row)} in the wallet of ${row.recipient_name}.`
    case 'failed':
      return reason(row)
    case 'refunding':
      return `${charged(row)} on its way back to your card.`
    case 'refunded':
      return `${charged(row)} back on your card. Your bank may take up to 10 days to show it.`
    case 'cancelled':
      return 'The payment was closed. Your card was not charged.'
    case 'held':
      return 'We are looking at this transfer and will write to you. You need not do anything.'
  }
}

/** Why a transfer ended otherwise than hoped and what happens to the money; null when all is well. */
export function notice(row: TransferRow, status: TransferDetail['status']): string | null {
  switch (status) {
    case 'held':
      return `${stepText(row, 'held')} Your reference is ${row.reference}.`
    case 'failed':
      return `${reason(row)} ${stepText(row, 'refunding')}`
    case 'refunded':
      return `${reason(row)} ${stepText(row, 'refunded')}`
    case 'cancelled':
      return stepText(row, 'cancelled')
    case 'processing':
      return row.cancel_reason === 'user'
        ? `You asked to cancel. The money is already on its way; if it does not arrive, ${charged(row)} goes back to your card.`
        : null
    case 'sent':
      return row.cancel_reason === 'user' ? 'You asked to cancel, but the money had already arrived.' : null
  }
}
