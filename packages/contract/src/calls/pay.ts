import * as v from 'valibot'
import { call } from '../call.ts'
import {
  currency,
  dateTime,
  decimalText,
  minorAmount,
  network,
  paymentId,
  phoneText,
  shortText,
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
  /** Of the wallet that paid, or of the last attempt; null for other ways and before the first attempt. */
  networkLabel: v.nullable(v.string()),
  /** Masked; null as above. */
  phone: v.nullable(v.string()),
  /** Newest last; empty for other ways. */
  attempts: v.array(payAttempt),
  /** True while another attempt can be made: none is open, and the price has enough time left. */
  canTry: v.boolean(),
  /** When the price expires. */
  expiresAt: dateTime,
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
})
export type WayPrice = v.InferOutput<typeof wayPrice>

export const payCalls = {
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
