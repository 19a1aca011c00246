import * as v from 'valibot'
import { call } from '../call.ts'
import { FREQUENCIES } from '../rules/reminders.ts'
import { calendarDate, country, currency, minorAmount, network, uuid, zone } from '../schema.ts'

/** A reminder to send money to a saved recipient. It has no price and charges nothing. */
const reminder = v.object({
  id: uuid,
  recipient: v.object({ id: uuid, name: v.string(), country, phone: v.string(), network }),
  amount: minorAmount,
  currency,
  side: v.picklist(['send', 'receive']),
  frequency: v.picklist(FREQUENCIES),
  firstDay: calendarDate,
  zone,
  /** `done`: it was for one day, which has passed. */
  state: v.picklist(['active', 'paused', 'done']),
  /** Next day; null if there is none. */
  nextDay: v.nullable(calendarDate),
})

/** A due reminder whose recipient has not been paid yet. */
export const dueReminder = v.object({
  id: uuid,
  name: v.string(),
  country,
  network,
  amount: minorAmount,
  currency,
  side: v.picklist(['send', 'receive']),
  day: calendarDate,
})

export type Reminder = v.InferOutput<typeof reminder>
export type DueReminder = v.InferOutput<typeof dueReminder>

/**
 * A reminder as the customer sets it. `amount` is in the sender's currency for the side `send`, in the recipient's for
 * `receive`.
 */
const wanted = v.strictObject({
  recipientId: uuid,
  amount: v.pipe(minorAmount, v.minValue(1)),
  side: v.picklist(['send', 'receive']),
  frequency: v.picklist(FREQUENCIES),
  /** First day; it sets the day of the month or week of the following ones. */
  firstDay: calendarDate,
  /** IANA time zone of the customer's device. Reminders are sent at 09:00 there. */
  zone,
})

const byId = v.strictObject({ id: uuid })
const ERRORS = ['unauthenticated', 'profile_incomplete'] as const
const SAVING_ERRORS = [...ERRORS, 'day_invalid', 'zone_unknown'] as const

export const reminderCalls = {
  listReminders: call({
    method: 'GET',
    path: '/user/reminders',
    summary: 'The reminders of the signed-in user, soonest first; at most 20 are active',
    auth: 'profile',
    success: { 200: v.object({ reminders: v.array(reminder) }) },
    errors: ERRORS,
  }),
  getReminder: call({
    method: 'GET',
    path: '/user/reminders/{id}',
    summary: 'One reminder: `/send-money?reminder={id}` starts a transfer from it',
    auth: 'profile',
    params: byId,
    success: { 200: v.object({ reminder }) },
    errors: ERRORS,
  }),
  createReminder: call({
    method: 'POST',
    path: '/user/reminders',
    summary:
      'Set a reminder to send money to a saved recipient; it charges nothing, and repeating the call adds no second one',
    auth: 'profile',
    idempotent: true,
    body: wanted,
    success: { 200: v.object({ reminder }) },
    errors: [...SAVING_ERRORS, 'reminders_full'],
  }),
  updateReminder: call({
    method: 'PUT',
    path: '/user/reminders/{id}',
    summary: 'Change a reminder',
    auth: 'profile',
    params: byId,
    body: wanted,
    success: { 200: v.object({ reminder }) },
    errors: SAVING_ERRORS,
  }),
  pauseReminder: call({
    method: 'POST',
    path: '/user/reminders/{id}/pause',
    summary: 'Pause a reminder',
    auth: 'profile',
    idempotent: true,
    params: byId,
    success: { 200: v.object({ reminder }) },
    errors: ERRORS,
  }),
  resumeReminder: call({
    method: 'POST',
    path: '/user/reminders/{id}/resume',
    summary: 'Resume a paused reminder; the days that have passed are skipped',
    auth: 'profile',
    idempotent: true,
    params: byId,
    success: { 200: v.object({ reminder }) },
    errors: [...ERRORS, 'day_invalid'],
  }),
  endReminder: call({
    method: 'DELETE',
    path: '/user/reminders/{id}',
    summary: 'End a reminder permanently',
    auth: 'profile',
    params: byId,
    success: { 204: null },
    errors: ERRORS,
  }),
}
