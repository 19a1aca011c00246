import * as v from 'valibot'
import { call } from '../call.ts'

/** Kinds of email that the customer can switch on and off. */
const KINDS = {
  transactionSuccessful: v.boolean(),
  transactionFails: v.boolean(),
  ratesChange: v.boolean(),
  moneyReceived: v.boolean(),
  loanRequestSuccessful: v.boolean(),
  loanRequestFails: v.boolean(),
}
const notifications = v.strictObject(KINDS)

/**
 * The other switches, by channel. Receipts and security alerts have none: they are always sent. Emails about transfers,
 * received money and rates use the switches above.
 */
const switches = {
  email: v.strictObject({ reminders: v.boolean(), rateAlerts: v.boolean(), supportAnswers: v.boolean() }),
  push: v.strictObject({
    transfers: v.boolean(),
    moneyReceived: v.boolean(),
    ratesChange: v.boolean(),
    reminders: v.boolean(),
    rateAlerts: v.boolean(),
    supportAnswers: v.boolean(),
  }),
}
/** Texts to the account's own number, when a transfer is paid and when it arrives. */
const sms = v.strictObject({ transfers: v.boolean() })
const channels = v.strictObject({ ...switches, sms })

export type Notifications = v.InferOutput<typeof notifications>
export type NoticeChannels = v.InferOutput<typeof channels>
/** The channels as a page sends them. */
export type ChosenChannels = Omit<NoticeChannels, 'sms'> & { sms?: NoticeChannels['sms'] | undefined }

export const notificationCalls = {
  getNotifications: call({
    method: 'GET',
    path: '/user/notifications',
    summary: 'The user’s choice of emails, push notifications and texts',
    auth: 'user',
    success: { 200: v.object({ notifications, channels }) },
    errors: ['unauthenticated'],
  }),
  putNotifications: call({
    method: 'PUT',
    path: '/user/notifications',
    summary:
      'Choose which emails, push notifications and texts to get; those for verification, security and receipts are always sent',
    auth: 'user',
    /** Without `channels` or `sms`, those switches do not change: pages of the earlier release do not know texts. */
    body: v.strictObject({
      ...KINDS,
      channels: v.optional(v.strictObject({ ...switches, sms: v.optional(sms) })),
    }),
    success: { 200: v.object({ notifications, channels }) },
    errors: ['unauthenticated'],
  }),
}
