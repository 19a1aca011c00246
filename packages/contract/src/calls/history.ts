import * as v from 'valibot'
import { call } from '../call.ts'
import { country, currency, dateTime, minorAmount, network, paymentId } from '../schema.ts'
import { dueReminder } from './reminders.ts'
import { listedStatus, transfer } from './transfers.ts'

/** A transfer in progress: paid and on its way, on hold, or being refunded. */
const openTransfer = v.object({
  ...transfer.entries,
  delivery_estimate: dateTime,
  /** Explains the problem and what happens to the money; null when there is none. */
  notice: v.nullable(v.string()),
})

/** A recipient whom the customer has paid, with the last transfer to them: `/send-money?resend={payment_id}` repeats it. */
const paidPerson = v.object({
  payment_id: paymentId,
  name: v.string(),
  country,
  network,
  amount: minorAmount,
  currency,
})

/** Content of the home page above the history. */
export const home = v.object({
  /** Newest first, at most five. */
  in_progress: v.array(openTransfer),
  /** Most recently paid first, at most three. */
  people: v.array(paidPerson),
  /** Due reminders whose recipient has not been paid yet, at most three. */
  reminders: v.array(dueReminder),
})

/** Totals of all transfers that match a list's filter, on any page. */
const totals = v.object({
  count: v.number(),
  /** Delivered transfers per currency: their count and their amounts without fees. */
  sent: v.array(v.object({ currency, count: v.number(), amount: minorAmount })),
})

/** A page of transfers, newest first. */
export const transferPage = v.object({
  transfers: v.array(transfer),
  nextCursor: v.nullable(v.string()),
  /** Only with `totals=true`. */
  totals: v.optional(totals),
})

export type Home = v.InferOutput<typeof home>
export type OpenTransfer = v.InferOutput<typeof openTransfer>
export type PaidPerson = v.InferOutput<typeof paidPerson>
export type TransferPage = v.InferOutput<typeof transferPage>
export type Totals = v.InferOutput<typeof totals>

export const historyCalls = {
  listTransfers: call({
    method: 'GET',
    path: '/user/transactions',
    summary:
      'The transfers of the signed-in user, newest first; with format=csv, all that match, as a file (text/csv)',
    auth: 'profile',
    query: v.strictObject({
      search: v.optional(v.pipe(v.string(), v.maxLength(100))),
      status: v.optional(listedStatus),
      /** Opened at or after this time. */
      from: v.optional(dateTime),
      /** Opened before this time. */
      to: v.optional(dateTime),
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|100)$/))),
      /** Adds the totals of all matching transfers. */
      totals: v.optional(v.literal('true')),
      /** Returns all matching transfers as a CSV file, ignoring `cursor`, `limit` and `totals`. */
      format: v.optional(v.literal('csv')),
      /** IANA time zone of the file's dates; UTC when unknown. */
      zone: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    success: { 200: transferPage },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  getHome: call({
    method: 'GET',
    path: '/user/home',
    summary: 'The open transfers, and the last recipients the signed-in user paid',
    auth: 'profile',
    success: { 200: v.object({ home }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
}
