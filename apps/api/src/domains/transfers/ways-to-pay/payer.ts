import { NETWORKS } from '@sesa/contract'
import type { TransferRow } from '../state/transfer-row.ts'

// How a transfer was paid, in words. A refund goes back the same way, or to another wallet of the customer.

type Row = Pick<TransferRow, 'pay_method' | 'pay_network' | 'sender_country'> &
  Partial<Pick<TransferRow, 'bank_name' | 'bank_last4'>>

/** Returns the brand name of a network. */
export const brandOf = (country: string, network: string): string =>
  NETWORKS.find((known) => known.country === country && known.value === network)?.label ?? network

/**
 * Names what pays, after "your" or "the": "card", "Chase account ending 6789", or "Orange Money wallet" once the charge has told the
 * network.
 */
export function payerOf(row: Row): string {
  const { pay_method, pay_network, sender_country } = row
  if (pay_method === 'card') return 'card'
  if (pay_method === 'bank_debit') return accountOf(row)
  return pay_network === null ? 'mobile money wallet' : `${brandOf(sender_country, pay_network)} wallet`
}

/** Names what gets the refund, after "your" or "the": what paid, or the wallet that the customer named instead. */
export const refundeeOf = ({
  pay_method,
  pay_network,
  refund_network,
  sender_country,
  bank_name = null,
  bank_last4 = null,
}: Row & Pick<TransferRow, 'refund_network'>): string =>
  payerOf({ pay_method, pay_network: refund_network ?? pay_network, sender_country, bank_name, bank_last4 })

/** Names the bank account that is debited: "Chase account ending 6789", as far as the provider tells. */
const accountOf = ({ bank_name: bank, bank_last4: last4 }: Row): string =>
  `${bank ?? 'bank'} account${last4 ? ` ending ${last4}` : ''}`

/** Names, for staff, the provider that takes the payment and gives it back. It takes debits as well as cards. */
export const takerOf = ({ pay_method }: Pick<Row, 'pay_method'>): string =>
  pay_method === 'momo' ? 'the payer’s network' : 'the card provider'

const DELAYS = {
  card: ' Your bank can take up to 10 days to show the refund.',
  bank_debit: ' Your bank can take up to 5 banking days to show the refund.',
  momo: '',
} as const

/** Returns how long a completed refund takes to show, as a sentence after another; empty for a wallet, which shows it at once. */
export const delayOf = ({ pay_method }: Pick<Row, 'pay_method'>): string => DELAYS[pay_method]
