import { cardLabel, formatPhone, type TransferDetail } from '@sesa/contract'
import { formatRate, money, rate } from '@sesa/money'
import { formatMinor, formatMoment } from '@sesa/ui/format.ts'
import type { TextFact as Fact } from '../../lib/fact.ts'

/** Lists all facts about a transfer. `message`: the card provider's message about the payment, if there is one. */
export function factsOf(detail: TransferDetail, message: string | null): Fact[] {
  const { currency, receive_currency, charge } = detail
  return [
    fact('reference', 'Reference', detail.reference),
    fact('recipient', 'Recipient', detail.recipient),
    ...(detail.account_name === null || detail.name_check === 'unknown'
      ? []
      : [fact('account', 'Name on the account', detail.account_name)]),
    fact('phone', 'Mobile number', formatPhone(detail.phone)),
    fact('network', 'Mobile network', detail.network_label),
    fact('date', 'Date', formatMoment(detail.date)),
    ...cardFactsOf(message),
    fact('amount', 'Transfer amount', formatMinor(detail.amount, currency)),
    fact('fee', 'Transfer fee', formatMinor(detail.fee, currency)),
    fact('total', 'Total', formatMinor(detail.total, currency)),
    ...(charge.currency === currency
      ? []
      : [fact('charge', 'Charged to your card', formatMinor(charge.amount, charge.currency))]),
    ...(detail.card === null ? [] : [fact('card', 'Paid with', cardLabel(detail.card))]),
    fact(
      'rate',
      'Exchange rate',
      formatRate(rate(detail.rate, currency, receive_currency), {
        send: money(detail.amount, currency),
        receive: money(detail.receive_amount, receive_currency),
      }),
    ),
    fact('receive', 'Total to recipient', formatMinor(detail.receive_amount, receive_currency)),
    ...(detail.status === 'processing' && detail.cancellable
      ? [fact('arrives', 'Arrives by', formatMoment(detail.delivery_estimate))]
      : []),
  ]
}

function cardFactsOf(message: string | null): Fact[] {
  return message === null ? [] : [fact('payment', 'Card payment', message)]
}

function fact(key: string, label: string, value: string): Fact {
  return { key, label, value }
}
