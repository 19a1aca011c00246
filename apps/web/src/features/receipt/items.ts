import { cardLabel, findCountry, formatPhone, type Receipt } from '@sesa/contract'
import { formatMoney, formatRate, money, rate } from '@sesa/money'
import { formatMinor, formatMoment, formatShare } from '@sesa/ui/format.ts'
import type { TextFact as Fact } from '../../lib/fact.ts'
import { bankLabel } from '../../lib/bank-account.ts'
import { payerOf } from '../../lib/phone-payment.ts'

/** The receipt's items, grouped as 12 CFR 1005.31(b)(2) and (c) require, for senders in every country. */
export interface ReceiptItems {
  readonly about: readonly Fact[]
  readonly payment: readonly Fact[]
  readonly rate: readonly Fact[]
  readonly recipient: readonly Fact[]
}

/** Groups the receipt's items. Every amount is the server's. */
export function itemsOf(receipt: Receipt): ReceiptItems {
  const { transfer, sender, taxes, paid_at, date_available } = receipt
  const { amount, fee, total, currency, charge, receive_amount, receive_currency } = transfer
  const margin = money(receipt.margin, currency)
  const midRate = formatRate(rate(receipt.mid_rate, currency, receive_currency))
  const exchanged = { send: money(amount, currency), receive: money(receive_amount, receive_currency) }
  const charged = {
    send: money(total, currency),
    receive: money(charge.amount, charge.currency),
    rounding: 'up',
  } as const
  return {
    about: [
      fact('Reference', transfer.reference),
      fact('Paid', formatMoment(paid_at)),
      fact('Sender', sender.name),
      fact('Payment method', paidWith(transfer)),
      fact(`Mid-market rate, ${formatMoment(receipt.mid_rate_at)}`, midRate),
      fact('Our margin', `${formatMoney(margin)} (${formatShare(margin.amount, BigInt(amount))})`),
    ],
    payment: [
      fact('Transfer Amount', formatMinor(amount, currency)),
      fact('Transfer Fees', formatMinor(fee, currency)),
      fact('Transfer Taxes', formatMinor(taxes, currency)),
      fact('Total', formatMinor(total, currency)),
      ...(charge.currency === currency
        ? []
        : [
            fact('Charged to your card', formatMinor(charge.amount, charge.currency)),
            fact('Card rate', formatRate(rate(charge.rate, currency, charge.currency), charged)),
          ]),
    ],
    rate: [fact('Exchange Rate', formatRate(rate(transfer.rate, currency, receive_currency), exchanged))],
    recipient: [
      fact('Total to Recipient', formatMinor(receive_amount, receive_currency)),
      fact('Recipient', transfer.recipient),
      ...(transfer.account_name === null || transfer.name_check === 'unknown'
        ? []
        : [fact('Name on the account', transfer.account_name)]),
      fact('Mobile number', formatPhone(transfer.phone)),
      fact('Mobile network', transfer.network_label),
      fact('Country', findCountry(transfer.country)?.name ?? transfer.country),
      fact('Date Available (may be sooner)', formatMoment(date_available)),
    ],
  }
}

function paidWith({ card, pay }: Receipt['transfer']): string {
  if (pay.method === 'momo') return `Mobile money: ${payerOf(pay)}`
  if (pay.method === 'bank_debit') return bankLabel(pay)
  return card ? cardLabel(card) : 'Card'
}

function fact(label: string, value: string): Fact {
  return { key: label, label, value }
}
