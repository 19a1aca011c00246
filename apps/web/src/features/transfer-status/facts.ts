import { cardLabel, formatPhone, type TransferDetail } from '@sesa/contract'
import { formatRate, money, rate } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { formatMinor, formatMoment } from '@sesa/ui/format.ts'
import type { TextFact as Fact } from '../../lib/fact.ts'
import { bankLabel } from '../../lib/bank-account.ts'
import { payerOf } from '../../lib/phone-payment.ts'
import { wasCharged } from './progress.ts'

/** Lists all facts about a transfer. `message`: the message about the payment, if there is one. */
export function factsOf(detail: TransferDetail, message: string | null): Fact[] {
  const { currency, receive_currency, charge } = detail
  const source = paidWith(detail)
  return [
    fact('reference', i18n.t('Reference'), detail.reference),
    fact('recipient', i18n.t('Recipient'), detail.recipient),
    ...(detail.account_name === null || detail.name_check === 'unknown'
      ? []
      : [fact('account', i18n.t('Name on the account'), detail.account_name)]),
    fact('phone', i18n.t('Mobile number'), formatPhone(detail.phone)),
    fact('network', i18n.t('Mobile network'), detail.network_label),
    fact('date', i18n.t('Date'), formatMoment(detail.date)),
    ...paymentFactOf(detail, message),
    fact('amount', i18n.t('Transfer amount'), formatMinor(detail.amount, currency)),
    fact('fee', i18n.t('Transfer fee'), formatMinor(detail.fee, currency)),
    fact('total', i18n.t('Total'), formatMinor(detail.total, currency)),
    ...(charge.currency === currency
      ? []
      : [fact('charge', i18n.t('Charged to your card'), formatMinor(charge.amount, charge.currency))]),
    ...(source === null ? [] : [fact('card', i18n.t('Paid with'), source)]),
    fact(
      'rate',
      i18n.t('Exchange rate'),
      formatRate(rate(detail.rate, currency, receive_currency), {
        send: money(detail.amount, currency),
        receive: money(detail.receive_amount, receive_currency),
      }),
    ),
    fact('receive', i18n.t('Total to recipient'), formatMinor(detail.receive_amount, receive_currency)),
    ...(detail.status === 'processing' && detail.cancellable
      ? [fact('arrives', i18n.t('Arrives by'), formatMoment(detail.delivery_estimate))]
      : []),
  ]
}

const PAYMENTS: Readonly<Record<TransferDetail['pay']['method'], string>> = {
  momo: i18n.t('Mobile money payment'),
  card: i18n.t('Card payment'),
  bank_debit: i18n.t('Bank payment'),
}

function paymentFactOf({ pay }: TransferDetail, message: string | null): Fact[] {
  if (message === null) return []
  return [fact('payment', PAYMENTS[pay.method], message)]
}

/** Returns the wallet, the bank account or the card that paid. */
function paidWith(detail: TransferDetail): string | null {
  const { pay, card } = detail
  if (pay.method === 'card') return card && cardLabel(card)
  if (!wasCharged(detail)) return null
  return pay.method === 'momo' ? payerOf(pay) : bankLabel(pay)
}

function fact(key: string, label: string, value: string): Fact {
  return { key, label, value }
}
