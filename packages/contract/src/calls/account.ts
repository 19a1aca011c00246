import * as v from 'valibot'
import { call } from '../call.ts'
import { dateTime } from '../schema.ts'

export const accountCalls = {
  getSignInMethods: call({
    method: 'GET',
    path: '/auth/methods',
    summary: 'The user’s sign-in methods, and until when security changes need no step-up',
    auth: 'user',
    success: {
      200: v.object({
        phoneNumber: v.nullable(v.string()),
        email: v.nullable(v.string()),
        emailVerified: v.boolean(),
        pendingEmail: v.nullable(v.string()),
        password: v.boolean(),
        google: v.boolean(),
        passkeys: v.number(),
        /** Null when a security change requires step-up first. */
        provenUntil: v.nullable(dateTime),
      }),
    },
    errors: ['unauthenticated'],
  }),
  listActivity: call({
    method: 'GET',
    path: '/user/activity',
    summary: 'Security and money events of the account, newest first',
    auth: 'user',
    query: v.strictObject({ cursor: v.optional(v.pipe(v.string(), v.maxLength(200))) }),
    success: {
      200: v.object({
        events: v.array(
          v.object({
            at: dateTime,
            kind: v.string(),
            text: v.string(),
            /** Null when no device was involved, or when its record has expired. */
            device: v.nullable(v.string()),
            address: v.nullable(v.string()),
          }),
        ),
        nextCursor: v.nullable(v.string()),
      }),
    },
    errors: ['unauthenticated'],
  }),
  exportData: call({
    method: 'GET',
    path: '/user/export',
    summary: 'Everything we store about the user',
    auth: 'user',
    success: { 200: v.object({ exportedAt: dateTime, data: v.record(v.string(), v.unknown()) }) },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/user',
    summary: 'Close the account; records that the law requires stay locked until the returned date, if any',
    auth: 'user',
    success: { 200: v.object({ lockedUntil: v.nullable(dateTime) }) },
    errors: ['unauthenticated', 'step_up_required', 'money_in_flight'],
  }),
}
