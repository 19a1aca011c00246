import { formatPhone, NETWORKS, type Config, type Quote } from '@sesa/contract'
import { formatRate, money, rate } from '@sesa/money'
import { formatDate, formatMinor, formatTime } from '@sesa/ui/format.ts'
import type { TransferRequest } from '../details/transfer-request.ts'

interface Item {
  readonly key: string
  readonly label: string
  readonly value: string
}

/**
 * The disclosure before payment, in the groups that US Regulation E, 12 CFR 1005.31(b)(1) and (c), keeps together, for
 * every sender. We collect no taxes and no third party deducts a fee on the way: the regulation's comment 31(b)-1
 * allows omitting items that do not apply, here "Transfer Taxes" and "Other Fees".
 */
export interface Disclosure {
  readonly payment: readonly Item[]
  readonly rate: readonly Item[]
  readonly recipient: readonly Item[]
}

/** Groups the price that the server has locked. Calculates nothing. */
export function disclosureOf(quote: Quote, order: TransferRequest): Disclosure {
  const { amount, fee, total, currency, charge, receiveAmount, receiveCurrency } = quote
  const network = NETWORKS.find(({ country, value }) => country === order.country && value === order.network)
  const exchanged = charge.currency !== currency
  return {
    payment: [
      { key: 'amount', label: 'Transfer Amount', value: formatMinor(amount, currency) },
      { key: 'fees', label: 'Transfer Fees', value: formatMinor(fee, currency) },
      { key: 'total', label: 'Total', value: formatMinor(total, currency) },
      ...(exchanged
        ? [
            {
              key: 'charge',
              label: 'Charged to your card',
              value: formatMinor(charge.amount, charge.currency),
            },
            {
              key: 'charge-rate',
              label: 'Card rate',
              value: cardRate(quote),
            },
          ]
        : []),
    ],
    rate: [{ key: 'rate', label: 'Exchange Rate', value: exchangeRate(quote) }],
    recipient: [
      { key: 'receive', label: 'Total to Recipient', value: formatMinor(receiveAmount, receiveCurrency) },
      { key: 'recipient', label: 'Recipient', value: order.name },
      { key: 'phone', label: 'Mobile number', value: formatPhone(order.phone) },
      { key: 'network', label: 'Mobile network', value: network?.label ?? order.network },
      {
        key: 'date',
        label: 'Date Available (may be sooner)',
        value: `${formatDate(quote.deliveryEstimate)}, ${formatTime(quote.deliveryEstimate)}`,
      },
    ],
  }
}

/** Returns the customer's rate with enough digits for the sum to check out. */
export function exchangeRate({
  rate: decimal,
  amount,
  currency,
  receiveAmount,
  receiveCurrency,
}: Quote): string {
  const example = { send: money(amount, currency), receive: money(receiveAmount, receiveCurrency) }
  return formatRate(rate(decimal, currency, receiveCurrency), example)
}

/** Returns the rate of the card charge, which is rounded up. */
function cardRate({ total, currency, charge }: Quote): string {
  return formatRate(rate(charge.rate, currency, charge.currency), {
    send: money(total, currency),
    receive: money(charge.amount, charge.currency),
    rounding: 'up',
  })
}

/** Shown near the total to the recipient, in the receipt's words: (b)(1)(viii). */
export const DISCLAIMER =
  'The full amount arrives in the mobile money wallet. The recipient may have to pay their network’s fees and taxes to cash out.'

/** Explains why the card is charged in a currency other than the sender's; null when it is the same. */
export function chargeNote({ currency, charge }: Quote): string | null {
  if (charge.currency === currency) return null
  const paid = formatMinor(charge.amount, charge.currency)
  return `We charge your card in ${charge.currency}, so you’ll pay ${paid}. Any refund is also ${paid}.`
}

/** Returns the right to cancel, in the words of 1005.31(b)(2)(iv), with our contact details. */
export function cancellationRight({ phone, email }: Config['support']): string {
  return (
    'You can cancel for a full refund within 30 minutes of payment, unless the funds have been picked up or ' +
    `deposited. To cancel, call ${phone} or email ${email}.`
  )
}
