import {
  formatPhone,
  type CountryCode,
  type TransferDetail,
  type TransferResult,
  type TransferStatus,
} from '@sesa/contract'
import { formatMoney, fromMajorString } from '@sesa/money'
import { formatMinor } from '@sesa/ui/format.ts'
import { isBeingChecked, isUndelivered } from '../../lib/money-words.ts'

/** The headline facts, from the first answer available. */
export interface Summary {
  readonly status: TransferStatus
  /** True while we check whether the money arrived. */
  readonly checking: boolean
  /** True once the carrier refused the money permanently. */
  readonly undelivered: boolean
  readonly recipient: string
  readonly send: string
  readonly receive: string
  readonly date: string
  readonly countries: { readonly from: CountryCode; readonly to: CountryCode } | null
  readonly network: string | null
  /** The wallet's name where it is registered to a different name; null where it is the recipient's. */
  readonly wallet: string | null
}

/** Builds the summary from the detail call, where both amounts are in minor units. */
export function summaryOfDetail(detail: TransferDetail): Summary {
  return {
    status: detail.status,
    checking: isBeingChecked(detail),
    undelivered: isUndelivered(detail),
    recipient: detail.recipient,
    send: formatMinor(detail.amount, detail.currency),
    receive: formatMinor(detail.receive_amount, detail.receive_currency),
    date: detail.date,
    countries: { from: detail.sender_country, to: detail.country },
    // Once the customer has asked to cancel, the page no longer says that we are sending.
    network: detail.status === 'processing' && !detail.cancellable ? null : detail.network_label,
    wallet: detail.name_check === 'different' ? `the wallet of ${formatPhone(detail.phone)}` : null,
  }
}

/** Builds the summary from the send call: `receive_amount` is in major units, undivided (spec, section 3). */
export function summaryOfResult(result: TransferResult): Summary {
  const { status, recipient, date } = result
  return {
    status,
    checking: false,
    undelivered: false,
    recipient,
    send: formatMinor(result.amount, result.currency),
    receive: formatMoney(fromMajorString(String(result.receive_amount), result.receive_currency)),
    date,
    countries: null,
    network: null,
    wallet: null,
  }
}
