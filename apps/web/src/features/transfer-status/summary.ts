import {
  formatPhone,
  headlineOf,
  sentenceOf,
  shownStatusOf,
  toldOf,
  type Told,
  type TransferDetail,
  type TransferResult,
  type TransferStatus,
} from '@sesa/contract'
import { formatMoney, fromMajorString } from '@sesa/money'
import * as i18n from '@sesa/contract/i18n'
import { firstNameOf, formatMinor } from '@sesa/ui/format.ts'
import { resultOf } from '../../lib/money-words.ts'

/** How a transfer stands, in words, from the first answer available. */
export interface Summary extends Told {
  readonly status: TransferStatus
  readonly recipient: string
}

/** Builds the summary from the detail call, where both amounts are in minor units. */
export function summaryOfDetail(detail: TransferDetail): Summary {
  const { recipient } = detail
  // A wallet registered to a different name is not called the recipient's.
  const wallet =
    detail.name_check === 'different'
      ? i18n.t('the wallet of {phone}', { phone: formatPhone(detail.phone) })
      : i18n.t('{recipient}’s {network} wallet', {
          recipient: firstNameOf(recipient),
          network: detail.network_label,
        })
  return { status: shownStatusOf(detail), recipient, ...toldOf(detail, wallet) }
}

/** Of the payments that the send call reports, only those from a bank account still wait for their money. */
const BY_BANK = { method: 'bank_debit' as const, attempts: [] }

/** Builds the summary from the send call: `receive_amount` is in major units, undivided (spec, section 3). */
export function summaryOfResult(result: TransferResult): Summary {
  const { status, recipient } = result
  const send = formatMinor(result.amount, result.currency)
  const receive = formatMoney(fromMajorString(String(result.receive_amount), result.receive_currency))
  return {
    status,
    // The send call does not say whether the customer asked to cancel.
    headline: headlineOf({ status, notice: null, cancellable: false, pay: BY_BANK }),
    sentence: sentenceOf(
      status,
      i18n.t('{recipient}’s mobile money wallet', { recipient: firstNameOf(recipient) }),
      BY_BANK.method,
    ),
    // Until the details arrive, it is unknown how much was paid and refunded.
    amounts:
      resultOf(status) === i18n.t('Payment Successful')
        ? `${send} → ${receive} · ${recipient}`
        : i18n.t('{amount} to {recipient}', { amount: send, recipient }),
    recipient,
  }
}
