import * as v from 'valibot'
import { call } from '../call.ts'

/** The kinds of email that a person can switch on and off. */
const notifications = v.strictObject({
  transactionSuccessful: v.boolean(),
  transactionFails: v.boolean(),
  ratesChange: v.boolean(),
  moneyReceived: v.boolean(),
  loanRequestSuccessful: v.boolean(),
  loanRequestFails: v.boolean(),
})

export type Notifications = v.InferOutput<typeof notifications>

export const notificationCalls = {
  getNotifications: call({
    method: 'GET',
    path: '/user/notifications',
    summary: 'Which emails the user wants',
    auth: 'user',
    success: { 200: v.object({ notifications }) },
    errors: ['unauthenticated'],
  }),
  putNotifications: call({
    method: 'PUT',
    path: '/user/notifications',
    summary:
      'Choose which emails to get; those for verification, security, receipts and answers are always sent',
    auth: 'user',
    body: notifications,
    success: { 200: v.object({ notifications }) },
    errors: ['unauthenticated'],
  }),
}
