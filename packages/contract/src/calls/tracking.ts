import * as v from 'valibot'
import { call } from '../call.ts'
import { currency, dateTime, minorAmount, paymentId } from '../schema.ts'
import { UNCHARGED } from './transfers.ts'

/** States of a transfer as the recipient sees them. A transfer on hold is `preparing`, without a reason. */
export const TRACKED_STATES = ['preparing', 'on_its_way', 'arrived', 'not_delivered', 'cancelled'] as const

const byPaymentId = v.strictObject({ payment_id: paymentId })

/** Details shown to anyone with the link. Contains no fee, rate, surname, full number or reason. */
const trackedTransfer = v.object({
  state: v.picklist(TRACKED_STATES),
  /** Time at which the transfer reached this state. */
  updatedAt: dateTime,
  receive_amount: minorAmount,
  receive_currency: currency,
  network_label: v.string(),
  /** Null for a name that is not allowed in text messages. */
  senderFirstName: v.nullable(v.string()),
  /** Last two digits of the recipient's number. */
  walletEnding: v.string(),
  /** Next step for the recipient. */
  whatToDo: v.string(),
})

export type TrackedState = (typeof TRACKED_STATES)[number]
export type TrackedTransfer = v.InferOutput<typeof trackedTransfer>

export const trackingCalls = {
  createTrackingLink: call({
    method: 'POST',
    path: '/user/transactions/{payment_id}/link',
    summary: 'Create a new link for the recipient; only a transfer’s newest five work',
    auth: 'profile',
    params: byPaymentId,
    success: {
      200: v.object({
        url: v.string(),
        /** Null until the transfer has ended; the link then works for 30 more days. */
        expiresAt: v.nullable(dateTime),
      }),
    },
    errors: [...UNCHARGED, 'tracking_over'],
  }),
  endTrackingLinks: call({
    method: 'DELETE',
    path: '/user/transactions/{payment_id}/link',
    summary: 'End every link to a transfer, including the one in the text message',
    auth: 'profile',
    params: byPaymentId,
    success: { 204: null },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  trackTransfer: call({
    method: 'GET',
    path: '/track/{token}/status',
    summary: 'The state of a transfer for anyone with its link; the same answer for every invalid link',
    auth: 'none',
    // Accepts any form, so that a malformed token gets the same answer as an unknown one.
    params: v.strictObject({ token: v.string() }),
    success: { 200: trackedTransfer },
    errors: [],
  }),
}
