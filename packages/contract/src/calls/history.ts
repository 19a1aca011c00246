import * as v from 'valibot'
import { call } from '../call.ts'
import { country, currency, dateTime, minorAmount, network, paymentId } from '../schema.ts'
import { dueReminder } from './reminders.ts'
import { listedStatus, transfer } from './transfers.ts'

/** A transfer that has not ended: paid and on its way, on hold, or being refunded. */
const openTransfer = v.object({
  ...transfer.entries,
  delivery_estimate: dateTime,
  /** Why it did not go as planned and what happens to the money; null when all is well. */
  notice: v.nullable(v.string()),
})

/** Someone the customer has paid, with the last transfer to them: `/send-money?resend={payment_id}` repeats it. */
const paidPerson = v.object({
  payment_id: paymentId,
  name: v.string(),
  country,
  network,
  amount: minorAmount,
  currency,
})

/** What the home page shows above the history. */
export const home = v.object({
  /** Newest first, at most five. */
  in_progress: v.array(openTransfer),
  /** Last paid first, at most three. */
  people: v.array(paidPerson),
  /** The reminders whose day has come and whose recipient is not paid yet, at most three. */
  reminders: v.array(dueReminder),
})

/** Counts of the transfers that a list matches, whatever its page. */
const totals = v.object({
  count: v.number(),
  /** The transfers that arrived, per currency: how many, and their amounts without fees. */
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
      /** Opened at this moment or later. */
      from: v.optional(dateTime),
      /** Opened before this moment. */
      to: v.optional(dateTime),
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|100)$/))),
      /** Adds the totals of all that match. */
      totals: v.optional(v.literal('true')),
      /** Answers with every match as a CSV file, and ignores `cursor`, `limit` and `totals`. */
      format: v.optional(v.literal('csv')),
      /** The IANA time zone of the file's dates; without a known one they are in UTC. */
      zone: v.optional(v.pipe(v.string(), v.maxLength(100))),
    }),
    success: { 200: transferPage },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  getHome: call({
    method: 'GET',
    path: '/user/home',
    summary: 'The transfers that have not ended, and the last people the signed-in user paid',
    auth: 'profile',
    success: { 200: v.object({ home }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
}
