import type { CountryCode, Receipt } from '@sesa/contract'
import type { ChargedTransfer } from '../../transfers/index.ts'

/** The service provider, its licences and its regulators, for receipts. */
export interface ReceiptSettings {
  readonly provider: Receipt['provider']
  /** Licences by the country in which they are valid. */
  readonly licences: readonly ({ readonly country: CountryCode } & Receipt['licences'][number])[]
  /** Regulators by the sender's country. */
  readonly regulators: Readonly<Record<CountryCode, readonly Receipt['regulators'][number][]>>
}

/** The text of Regulation E's model form A-31, which we use for customers of every country. */
const CANCELLATION =
  'You can cancel for a full refund within 30 minutes of payment, unless the funds have been picked up or deposited.'

const errorRights = ({ phone, website }: Receipt['provider']): string =>
  'You have a right to dispute errors in your transaction. If you think there is an error, contact us within 180 days ' +
  `at ${phone} or ${website}. You can also contact us for a written explanation of your rights.`

/** The amount arrives in full, but carriers charge a fee for cash. */
const DISCLAIMER =
  'The full amount arrives in the mobile money wallet. The recipient may have to pay their network’s fees and taxes to cash out.'

/** The parts of a receipt in addition to the transfer itself. */
export type Disclosures = Pick<
  Receipt,
  'disclaimer' | 'rights' | 'error_rights' | 'provider' | 'licences' | 'regulators'
>

/** Returns the disclosures required on a receipt for a customer in this country. */
export function disclosuresOf(
  { provider, licences, regulators }: ReceiptSettings,
  country: CountryCode,
): Disclosures {
  return {
    disclaimer: DISCLAIMER,
    rights: CANCELLATION,
    error_rights: errorRights(provider),
    provider,
    licences: licences
      .filter((licence) => licence.country === country)
      .map(({ country: _country, ...licence }) => licence),
    regulators: regulators[country].map((regulator) => ({ ...regulator })),
  }
}

/** Builds a receipt. Taxes are zero: we must collect none on a payment by card, mobile money or bank debit. */
export function makeReceipt(
  settings: ReceiptSettings,
  { transfer, paidAt, price }: ChargedTransfer,
  senderName: string,
): Receipt {
  return {
    transfer,
    sender: { name: senderName },
    taxes: 0,
    paid_at: paidAt.toISOString(),
    mid_rate: price.midRate,
    mid_rate_at: price.midRateAt,
    margin: price.margin,
    date_available: transfer.delivery_estimate,
    ...disclosuresOf(settings, transfer.sender_country),
  }
}
