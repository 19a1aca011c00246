import * as v from 'valibot'
import { call } from '../call.ts'
import { dateTime, uuid } from '../schema.ts'

const pageCursor = v.pipe(v.string(), v.maxLength(200))

/** Push subscription of a browser: the push service's address, and the keys to encrypt for it. */
const subscription = v.strictObject({
  endpoint: v.pipe(v.string(), v.minLength(1), v.maxLength(1000)),
  keys: v.strictObject({
    p256dh: v.pipe(v.string(), v.minLength(1), v.maxLength(200)),
    auth: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  }),
})

export const noticeCalls = {
  listNotices: call({
    method: 'GET',
    path: '/user/notices',
    summary: 'The notices of the last 180 days, newest first, and the number of unread ones',
    auth: 'user',
    query: v.strictObject({
      cursor: v.optional(pageCursor),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-4]\d|50)$/))),
    }),
    success: {
      200: v.object({
        notices: v.array(
          v.object({
            id: uuid,
            at: dateTime,
            kind: v.string(),
            title: v.string(),
            body: v.string(),
            /** Page of the app to open. */
            path: v.string(),
            read: v.boolean(),
          }),
        ),
        unread: v.number(),
        nextCursor: v.nullable(v.string()),
      }),
    },
    errors: ['unauthenticated'],
  }),
  readNotices: call({
    method: 'POST',
    path: '/user/notices/read',
    summary: 'Mark the notices up to this one as read',
    auth: 'user',
    idempotent: true,
    body: v.strictObject({ upToId: v.pipe(uuid, v.maxLength(36)) }),
    success: { 200: v.object({ unread: v.number() }) },
    errors: ['unauthenticated'],
  }),
  getPush: call({
    method: 'GET',
    path: '/user/push',
    summary: 'The devices that get push notifications, and whether to offer them',
    auth: 'user',
    success: {
      200: v.object({
        devices: v.number(),
        /** False for 30 days after "Not now". */
        offered: v.boolean(),
      }),
    },
    errors: ['unauthenticated'],
  }),
  subscribePush: call({
    method: 'POST',
    path: '/user/push',
    summary: 'Send push notifications to this browser, until its session ends',
    auth: 'user',
    idempotent: true,
    body: subscription,
    success: { 204: null },
    errors: ['unauthenticated', 'push_unavailable', 'push_refused'],
  }),
  keepPush: call({
    method: 'PUT',
    path: '/user/push',
    summary: 'Transfer this browser’s push notifications to its current session and keys, if they are on',
    auth: 'user',
    body: subscription,
    success: { 200: v.object({ on: v.boolean() }) },
    errors: ['unauthenticated', 'push_unavailable', 'push_refused'],
  }),
  unsubscribePush: call({
    method: 'DELETE',
    path: '/user/push',
    summary: 'Stop push notifications to this browser',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated'],
  }),
  declinePush: call({
    method: 'DELETE',
    path: '/user/push/offer',
    summary: 'Decline push notifications: none are offered for 30 days',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated'],
  }),
}
