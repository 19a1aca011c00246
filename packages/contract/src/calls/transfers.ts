import * as v from 'valibot'
import { call } from '../call.ts'
import { collection, payCalls, payDetail, PAY_METHODS, wayPrice } from './pay.ts'
import { quote } from './quote.ts'
import { card } from './saved-cards.ts'
import { declarationFields } from '../rules/declaration.ts'
import { NAME_CHECKS } from '../rules/name-check.ts'
import {
  country,
  currency,
  dateTime,
  decimalText,
  minorAmount,
  network,
  paymentId,
  phoneText,
  shortText,
} from '../schema.ts'
import { LISTED_STATUSES, TRANSFER_STATUSES } from '../statuses.ts'

const status = v.picklist(TRANSFER_STATUSES)
export const listedStatus = v.picklist(LISTED_STATUSES)

export const transfer = v.object({
  payment_id: paymentId,
  recipient: v.string(),
  country,
  sender_country: country,
  date: dateTime,
  amount: minorAmount,
  currency,
  receive_amount: minorAmount,
  receive_currency: currency,
  status: listedStatus,
  reference: v.string(),
})

const timelineStep = v.object({
  step: v.picklist([
    'created',
    'paid',
    'paying_out',
    'checking',
    'sent',
    'failed',
    'refunding',
    'refunded',
    'cancelled',
    'held',
  ]),
  at: v.nullable(dateTime),
  /** Sentence for the customer. */
  text: v.string(),
})

export const transferDetail = v.object({
  ...transfer.entries,
  status,
  fee: minorAmount,
  total: minorAmount,
  rate: decimalText,
  charge: v.object({ amount: minorAmount, currency, rate: decimalText }),
  phone: v.string(),
  /** Result of the recipient name check when the payment opened; `different`: the customer confirmed it. */
  name_check: v.picklist(NAME_CHECKS),
  /** Wallet's registered name, as the customer saw it; null when the network returned none. */
  account_name: v.nullable(v.string()),
  method: v.literal('momo'),
  network,
  network_label: v.string(),
  /** Card that paid; null until it is known, and for transfers of earlier releases. */
  card: v.nullable(card),
  pay: payDetail,
  delivery_estimate: dateTime,
  /**
   * True while `POST …/cancel` is accepted: before the pay-out the whole charge is refunded, later only if the money
   * does not arrive. False once the customer has asked to cancel; asking again gets the same answer.
   */
  cancellable: v.boolean(),
  /** Explains the problem and what happens to the money; null when there is none. */
  notice: v.nullable(v.string()),
  timeline: v.array(timelineStep),
})

/**
 * Outcome of a cancellation. `cancelled`: the payment is closed and nothing was charged. `refund`: the whole charge is
 * refunded, fee included. `refund_if_not_delivered`: the money is on its way, and the charge is refunded if it does not
 * arrive. `refund_if_charged`: a request to pay is still open on the payer's phone; if it is approved, the charge is
 * refunded. `recorded`: the transfer is on hold, so the outcome is known only once the hold ends.
 */
const cancelOutcome = v.picklist([
  'cancelled',
  'refund',
  'refund_if_not_delivered',
  'refund_if_charged',
  'recorded',
])

/**
 * Answer of `/send-money` and `/complete`. `receive_amount` is in major units, shown without division; the rest is as
 * in a transfer.
 */
const transferResult = v.object({
  status,
  amount: minorAmount,
  currency,
  recipient: v.string(),
  receive_amount: v.number(),
  receive_currency: currency,
  date: dateTime,
})

export type Transfer = v.InferOutput<typeof transfer>
export type TransferDetail = v.InferOutput<typeof transferDetail>
export type TransferResult = v.InferOutput<typeof transferResult>
export type CancelOutcome = v.InferOutput<typeof cancelOutcome>
export type TimelineStep = v.InferOutput<typeof timelineStep>

/** Limit of a rolling window and the rest of it, converted from US dollars at the mid rate and rounded down. */
const allowance = v.object({
  limit: minorAmount,
  left: minorAmount,
  /** When the oldest counted transfer leaves the window, and how much that frees; null when no transfer counts. */
  frees: v.nullable(v.object({ at: dateTime, amount: minorAmount })),
})

const idBody = v.strictObject({ id: paymentId })
const byPaymentId = v.strictObject({ payment_id: paymentId })

/**
 * Errors of calls about a transfer without a known charge. `payment_not_successful` and `quote_expired`: the card
 * provider reported, after the attempt, that nothing was charged. `card_provider_unavailable`: outcome unknown.
 */
export const UNCHARGED = [
  'unauthenticated',
  'profile_incomplete',
  'payment_not_successful',
  'cards_declined',
  'quote_expired',
  'card_provider_unavailable',
  'payment_attempt_open',
  'mobile_money_unavailable',
] as const

export const transferCalls = {
  createPaymentIntent: call({
    method: 'POST',
    path: '/create-payment-intent',
    summary: 'Price a transfer, lock the price for 30 minutes and open the card payment',
    auth: 'profile',
    body: v.strictObject({
      amount: v.number(),
      currency: shortText,
      country: shortText,
      name: v.pipe(v.string(), v.maxLength(200)),
      phone: phoneText,
      method: v.picklist(['momo', 'bank']),
      network: v.optional(shortText),
      receiveCurrency: shortText,
      receiveAmount: v.number(),
      fix: v.optional(v.picklist(['send', 'receive'])),
      /** True once the customer has decided to pay although the wallet is registered to a different name. */
      confirmedName: v.optional(v.boolean()),
      /**
       * Opens the payment for the user's customer at the card provider: the card form shows the saved cards and offers
       * to save another one. An account with saved cards must give a proof (`step_up_required`), unless it pays a
       * recipient that it paid before from a known device. On a new device, or after a recovery, its cards stay locked
       * for 24 hours (`saved_cards_locked`). Default: false, which accepts only a new card.
       */
      savePaymentMethod: v.optional(v.boolean()),
      /** Default: `card`. Each way has its own price. */
      payWith: v.optional(v.picklist(PAY_METHODS)),
      /**
       * The wallet that pays, with `momo`: a network of the sender's country, and a number that the sender has confirmed;
       * default: the number that they sign in with.
       */
      payer: v.optional(v.strictObject({ network: shortText, phone: v.optional(phoneText) })),
      // Required if the network's `senderDetails` is true, otherwise not stored.
      ...declarationFields,
    }),
    success: {
      200: v.object({
        /** Opens the card form; null for other ways to pay. */
        clientSecret: v.nullable(v.string()),
        /** Opens the saved cards in the card form, once. Null without saved cards: paying with another card still works. */
        customerSessionClientSecret: v.nullable(v.string()),
        id: paymentId,
        quote,
        /** With `momo`: what the network will ask for, once `POST /pay` has been called. */
        collection: v.optional(collection),
        /** The same transfer by the other open ways to pay, cheapest first. */
        ways: v.array(wayPrice),
      }),
    },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'step_up_required',
      'saved_cards_locked',
      'payment_attempt_open',
      'amount_not_a_number',
      'amount_negative',
      'amount_too_many_decimals',
      'amount_below_minimum',
      'amount_above_limit',
      'limit_24_hours',
      'limit_30_days',
      'limit_person',
      'limit_recipient',
      'cards_declined',
      'account_on_hold',
      'payment_refused',
      'currency_unknown',
      'country_not_served',
      'corridor_unavailable',
      'method_unavailable',
      'network_unknown',
      'network_unavailable',
      'declaration_required',
      'sender_details_required',
      // `details.due` lists the documents, as `GET /user/consents` does.
      'agreements_due',
      'name_invalid',
      'name_mismatch',
      'recipient_inactive',
      'phone_invalid',
      'phone_wrong_country',
      'phone_not_mobile',
      'rate_changed',
      'rate_unavailable',
      'idempotency_key_in_progress',
      'idempotency_key_reused',
      'card_provider_unavailable',
      'quote_expired',
      'pay_method_unavailable',
      'payment_attempt_open',
      'payer_number_unverified',
      'mobile_money_unavailable',
    ],
  }),
  ...payCalls,
  sendMoney: call({
    method: 'POST',
    path: '/send-money',
    summary: 'Ensure that a paid transfer is on its way, and wait up to 8 seconds for its outcome',
    auth: 'profile',
    idempotent: true,
    body: idBody,
    success: { 200: transferResult },
    errors: UNCHARGED,
  }),
  complete: call({
    method: 'POST',
    path: '/complete',
    summary: 'Reconcile a transfer with the providers now',
    auth: 'profile',
    idempotent: true,
    body: idBody,
    success: { 200: transferResult },
    errors: UNCHARGED,
  }),
  getTransfer: call({
    method: 'GET',
    path: '/user/transactions/{payment_id}',
    summary: 'One transfer with its timeline',
    auth: 'profile',
    params: byPaymentId,
    success: { 200: v.object({ transfer: transferDetail }) },
    errors: UNCHARGED,
  }),
  cancelTransfer: call({
    method: 'POST',
    path: '/user/transactions/{payment_id}/cancel',
    summary: 'Cancel a transfer: in full before its pay-out starts, later only if the money does not arrive',
    auth: 'profile',
    params: byPaymentId,
    success: { 200: v.object({ transfer: transferDetail, outcome: cancelOutcome }) },
    errors: ['unauthenticated', 'profile_incomplete', 'not_cancellable', 'card_provider_unavailable'],
  }),
  getLimits: call({
    method: 'GET',
    path: '/user/limits',
    summary: 'Remaining limits of the signed-in user, in the currency of their country',
    auth: 'profile',
    success: { 200: v.object({ limits: v.object({ currency, day: allowance, month: allowance }) }) },
    errors: ['unauthenticated', 'profile_incomplete', 'rate_unavailable'],
  }),
}
