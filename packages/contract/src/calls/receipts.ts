import * as v from 'valibot'
import { call } from '../call.ts'
import { dateTime, decimalText, minorAmount, paymentId } from '../schema.ts'
import { transferDetail } from './transfers.ts'

const contact = { name: v.string(), website: v.string() }

/**
 * Proof of a card payment with every item that US Regulation E requires of a receipt (12 CFR 1005.31(b)(2)), for
 * senders in every country. Amount, fee, total, rate and received amount are the transfer's own.
 */
const receipt = v.object({
  transfer: transferDetail,
  sender: v.object({ name: v.string() }),
  /** Taxes we collect, in the sender's currency. */
  taxes: minorAmount,
  paid_at: dateTime,
  /** Mid-market rate when the price was locked, and the time of its source. */
  mid_rate: decimalText,
  mid_rate_at: dateTime,
  /** Our margin, in the sender's currency. */
  margin: minorAmount,
  /** Latest time at which the money becomes available; it may be available sooner. */
  date_available: dateTime,
  /** Lists the fees that may still reduce the amount the recipient gets. */
  disclaimer: v.string(),
  /** The right to cancel. */
  rights: v.string(),
  /** The right to have errors corrected. */
  error_rights: v.string(),
  provider: v.object({ ...contact, phone: v.string(), email: v.string(), address: v.string() }),
  /** Licences and registrations under which we provide the service in the sender's country. */
  licences: v.array(
    v.object({
      name: v.string(),
      number: v.string(),
      /** Licence holder's number in the Nationwide Multistate Licensing System (United States). */
      nmls_id: v.nullable(v.string()),
      holder: v.string(),
      regulator: v.string(),
    }),
  ),
  /** Regulators that take complaints in the sender's country; a phone number only where one is configured. */
  regulators: v.array(v.object({ ...contact, phone: v.nullable(v.string()) })),
})

export type Receipt = v.InferOutput<typeof receipt>

export const receiptCalls = {
  getReceipt: call({
    method: 'GET',
    path: '/user/transactions/{payment_id}/receipt',
    summary: 'The receipt of a transfer whose card payment was taken, with every required disclosure',
    auth: 'profile',
    params: v.strictObject({ payment_id: paymentId }),
    success: { 200: v.object({ receipt }) },
    errors: ['unauthenticated', 'profile_incomplete', 'payment_not_successful', 'card_provider_unavailable'],
  }),
}
