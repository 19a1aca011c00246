import { NETWORKS } from '@sesa/contract'
import type { TransferRow } from '../state/transfer-row.ts'

// How a transfer was paid, in words. A refund goes back the same way, or to another wallet of the customer.

type Row = Pick<TransferRow, 'pay_method' | 'pay_network' | 'sender_country'>

/** Returns the brand name of a network. */
export const brandOf = (country: string, network: string): string =>
  NETWORKS.find((known) => known.country === country && known.value === network)?.label ?? network

/** Names what pays, after "your" or "the": "card", or "Orange Money wallet" once the charge has told the network. */
export function payerOf({ pay_method, pay_network, sender_country }: Row): string {
  if (pay_method === 'card') return 'card'
  return pay_network === null ? 'mobile money wallet' : `${brandOf(sender_country, pay_network)} wallet`
}

/** Names what gets the refund, after "your" or "the": what paid, or the wallet that the customer named instead. */
export const refundeeOf = ({
  pay_method,
  pay_network,
  refund_network,
  sender_country,
}: Row & Pick<TransferRow, 'refund_network'>): string =>
  payerOf({ pay_method, pay_network: refund_network ?? pay_network, sender_country })

/** Names, for staff, the provider that takes the payment and gives it back. */
export const takerOf = ({ pay_method }: Pick<Row, 'pay_method'>): string =>
  pay_method === 'card' ? 'the card provider' : 'the payer’s network'

/** Returns how long a completed refund takes to show, as a sentence after another; empty for a wallet, which shows it at once. */
export const delayOf = ({ pay_method }: Pick<Row, 'pay_method'>): string =>
  pay_method === 'card' ? ' Your bank can take up to 10 days to show the refund.' : ''
