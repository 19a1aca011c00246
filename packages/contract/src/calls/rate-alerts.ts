import * as v from 'valibot'
import { call } from '../call.ts'
import { RATE_ALERT_KINDS } from '../rules/reminders.ts'
import { country, currency, decimalText, uuid, zone } from '../schema.ts'

const rateAlert = v.object({
  id: uuid,
  from: country,
  to: country,
  kind: v.picklist(RATE_ALERT_KINDS),
  /** Our rate that triggers the alert; null for a daily one. */
  threshold: v.nullable(decimalText),
  /** False after a notice, until the rate has moved 1% back across the threshold. */
  armed: v.boolean(),
})

/** Our rate of an open corridor, margin included. */
const corridorRate = v.object({
  from: country,
  to: country,
  fromCurrency: currency,
  toCurrency: currency,
  /** Null while we have no fresh rate. */
  rate: v.nullable(decimalText),
  /** Our rate, with today's margin, at the best mid-market rate of the last 30 days; null without a history. */
  best: v.nullable(decimalText),
})

export type RateAlert = v.InferOutput<typeof rateAlert>
export type CorridorRate = v.InferOutput<typeof corridorRate>

const ERRORS = ['unauthenticated', 'profile_incomplete'] as const

export const rateAlertCalls = {
  listRateAlerts: call({
    method: 'GET',
    path: '/user/rate-alerts',
    summary: 'The rate alerts of the signed-in user, and today’s rates',
    auth: 'profile',
    success: { 200: v.object({ alerts: v.array(rateAlert), rates: v.array(corridorRate) }) },
    errors: ERRORS,
  }),
  createRateAlert: call({
    method: 'POST',
    path: '/user/rate-alerts',
    summary: 'Set an alert about our rate between two countries; at most 10',
    auth: 'profile',
    body: v.strictObject({
      from: country,
      to: country,
      kind: v.picklist(RATE_ALERT_KINDS),
      /** Above zero, at most ten decimals. Only without `daily`. */
      threshold: v.optional(v.pipe(v.string(), v.maxLength(40))),
      /** IANA time zone of the customer's device. Alerts are not sent from 21:00 to 08:00 there. */
      zone,
    }),
    success: { 200: v.object({ alert: rateAlert }) },
    errors: [
      ...ERRORS,
      'corridor_unavailable',
      'threshold_invalid',
      'threshold_reached',
      'zone_unknown',
      'rate_alert_exists',
      'rate_alerts_full',
      'rate_unavailable',
    ],
  }),
  deleteRateAlert: call({
    method: 'DELETE',
    path: '/user/rate-alerts/{id}',
    summary: 'Delete a rate alert',
    auth: 'profile',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
    errors: ERRORS,
  }),
  endRateAlertByLink: call({
    method: 'POST',
    path: '/rate-alerts/off/{token}',
    summary:
      'Switch off the rate alert behind an email’s link, without signing in; the answer is the same whether or not the link still works',
    auth: 'none',
    idempotent: true,
    // Accepts any form, so that a malformed token gets the same answer as an unknown one.
    params: v.strictObject({ token: v.string() }),
    /** Sent by mail programs (RFC 8058); its value does not matter. */
    body: v.strictObject({ 'List-Unsubscribe': v.optional(v.pipe(v.string(), v.maxLength(100))) }),
    success: { 200: v.object({ ended: v.literal(true) }) },
    errors: [],
  }),
}
