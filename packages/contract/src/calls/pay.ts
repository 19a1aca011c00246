import * as v from 'valibot'
import { call } from '../call.ts'
import {
  currency,
  dateTime,
  decimalText,
  minorAmount,
  network,
  paymentId,
  phoneCode,
  phoneText,
  shortText,
  uuid,
} from '../schema.ts'

/** Ways to pay, by the API's names. */
export const PAY_METHODS = ['momo', 'card', 'bank_debit'] as const
export type PayMethodName = (typeof PAY_METHODS)[number]

/**
 * Status of a request to pay by mobile money. `prompted`: the network asks on the payer's phone; `code`: the payer dials a code;
 * `checking`: the network has not said whether it has the request; `paid`; `failed`: ended without money; `stopped`: the
 * code was taken back; `returned`: it paid a second time or too late, and is given back.
 */
export const ATTEMPT_STATUSES = [
  'prompted',
  'code',
  'checking',
  'paid',
  'failed',
  'stopped',
  'returned',
] as const

const payAttempt = v.object({
  /** From 1, in order of time. */
  number: v.number(),
  status: v.picklist(ATTEMPT_STATUSES),
  at: dateTime,
  /** When the network stops waiting for the payer; null while that is not known. */
  endsAt: v.nullable(dateTime),
  endedAt: v.nullable(dateTime),
  /** Sentence for the payer: what happens, or why it ended without money. */
  text: v.string(),
  networkLabel: v.string(),
  /** Masked. */
  phone: v.string(),
  /** The name that the request shows on the payer's phone; null if the network does not tell. */
  nameShown: v.nullable(v.string()),
  /** USSD code to dial, with `code`; null otherwise. */
  code: v.nullable(v.string()),
  /** The network's own steps for a payer who sees no request. The last one may be a code to dial, such as `*170#`. */
  instructions: v.array(v.string()),
})
export type PayAttempt = v.InferOutput<typeof payAttempt>

/** How a transfer is paid for. */
export const payDetail = v.object({
  method: v.picklist(PAY_METHODS),
  /** Of the wallet that paid, or of the last attempt, or the one chosen at first; null for other ways. */
  networkLabel: v.nullable(v.string()),
  /** Masked; null as above. */
  phone: v.nullable(v.string()),
  /** Newest last; empty for other ways. */
  attempts: v.array(payAttempt),
  /** True while another attempt can be made: none is open, and the price has enough time left. */
  canTry: v.boolean(),
  /** When the price expires; for a debit under way, when it is no longer honoured. */
  expiresAt: dateTime,
  /** The bank account that is debited; null for other ways, and before the customer has authorized the debit. */
  bank: v.nullable(
    v.object({
      /** Null if the provider does not tell. */
      name: v.nullable(v.string()),
      last4: v.nullable(v.string()),
      startedAt: dateTime,
      /** By when the bank normally answers. */
      answerBy: dateTime,
    }),
  ),
  /**
   * True while the wallet that paid does not take its refund: the customer names another confirmed number with
   * `PUT /user/transactions/{payment_id}/refund-number`.
   */
  asksRefundNumber: v.boolean(),
})
export type PayDetail = v.InferOutput<typeof payDetail>

/** The request that a payment by mobile money will make. Nothing has been sent to the network yet. */
export const collection = v.object({
  amount: minorAmount,
  currency,
  network,
  networkLabel: v.string(),
  /** Masked. */
  phone: v.string(),
  nameShown: v.nullable(v.string()),
  prompt: v.picklist(['automatic', 'manual', 'code']),
  /** What the network takes at once, in minor units of `currency`. */
  minimum: minorAmount,
  maximum: minorAmount,
})
export type Collection = v.InferOutput<typeof collection>

/** The price of the same transfer by another way to pay. */
export const wayPrice = v.object({
  method: v.picklist(PAY_METHODS),
  amount: minorAmount,
  fee: minorAmount,
  total: minorAmount,
  receiveAmount: minorAmount,
  rate: decimalText,
  /** Latest time at which the money normally arrives when paid this way. */
  deliveryEstimate: dateTime,
})
export type WayPrice = v.InferOutput<typeof wayPrice>

/** Confirmed numbers that a customer can pay from, with the network's wallet. */
const payerNumbers = v.object({
  numbers: v.array(
    v.object({
      /** E.164. */
      phone: v.string(),
      /** True for the number that the customer signs in with, which cannot be removed here. */
      isSignIn: v.boolean(),
    }),
  ),
})

export const payCalls = {
  listPayerNumbers: call({
    method: 'GET',
    path: '/user/payer-numbers',
    summary: 'The confirmed numbers that the customer can pay from by mobile money',
    auth: 'profile',
    success: { 200: payerNumbers },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  addPayerNumber: call({
    method: 'PUT',
    path: '/user/payer-numbers',
    summary: 'Add a number to pay from, by the code of `POST /auth/phone/start`; it is no way to sign in',
    auth: 'profile',
    body: v.strictObject({ verificationId: uuid, code: phoneCode }),
    success: { 200: payerNumbers },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'step_up_required',
      'code_wrong',
      'code_expired',
      'code_used',
      'code_locked',
      'phone_taken',
      'phone_wrong_country',
      'payer_numbers_full',
      'rate_limited',
    ],
  }),
  removePayerNumber: call({
    method: 'DELETE',
    path: '/user/payer-numbers/{phone}',
    summary: 'Remove a number to pay from',
    auth: 'profile',
    params: v.strictObject({ phone: phoneText }),
    success: { 200: payerNumbers },
    errors: ['unauthenticated', 'profile_incomplete', 'payment_attempt_open'],
  }),
  setRefundNumber: call({
    method: 'PUT',
    path: '/user/transactions/{payment_id}/refund-number',
    summary: 'Refund to another confirmed number, when the wallet that paid does not take the refund',
    auth: 'profile',
    params: v.strictObject({ payment_id: paymentId }),
    body: v.strictObject({ network: shortText, phone: phoneText }),
    success: { 200: v.object({ pay: payDetail }) },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'step_up_required',
      'payer_number_unverified',
      'payer_wallet_other_name',
      'payer_wallet_inactive',
      'network_unknown',
      'phone_invalid',
      'phone_wrong_country',
      'phone_not_mobile',
      'pay_method_unavailable',
      'mobile_money_unavailable',
    ],
  }),
  pay: call({
    method: 'POST',
    path: '/pay',
    summary:
      'Ask the payer’s network for the money of a payment by mobile money: one request on the phone, or one code',
    auth: 'profile',
    idempotent: true,
    body: v.strictObject({
      id: paymentId,
      /** Another network or number than those of the payment. */
      network: v.optional(shortText),
      phone: v.optional(phoneText),
    }),
    success: { 202: v.object({ attempt: payAttempt }) },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'pay_method_unavailable',
      'payment_attempt_open',
      'payer_number_unverified',
      'payer_wallet_other_name',
      'payer_wallet_inactive',
      'payments_declined',
      'mobile_money_unavailable',
      'network_unknown',
      'phone_invalid',
      'phone_wrong_country',
      'phone_not_mobile',
      'amount_above_limit',
      'amount_below_minimum',
      'payment_refused',
      'quote_expired',
      'idempotency_key_reused',
    ],
  }),
  stopPayment: call({
    method: 'POST',
    path: '/pay/stop',
    summary:
      'Take back a code that the payer has not used; a request on the payer’s phone cannot be taken back',
    auth: 'profile',
    idempotent: true,
    body: v.strictObject({ id: paymentId }),
    success: { 200: v.object({ attempt: payAttempt }) },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'pay_method_unavailable',
      'payment_attempt_open',
      'mobile_money_unavailable',
    ],
  }),
}
