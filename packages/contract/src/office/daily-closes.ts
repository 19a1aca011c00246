import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime } from '../schema.ts'
import { minor, officeCall, reason, twoPeopleErrors } from './call.ts'

const day = v.pipe(v.string(), v.isoDate())

const report = v.object({
  day,
  accounts: v.array(
    v.object({
      /** Such as `customer:USD`. */
      account: v.string(),
      opening: minor,
      /** What entries of each kind moved. */
      entries: v.record(v.string(), minor),
      closing: minor,
    }),
  ),
  corridors: v.array(
    v.object({
      /** Null for what belongs to no transfer. */
      sender: v.nullable(v.string()),
      recipient: v.nullable(v.string()),
      charged: v.number(),
      paidOut: v.number(),
      /** Refunds to cards, less those that came back. */
      refunded: v.number(),
      /** Repayments from our bank account. */
      repaid: v.number(),
      /** Charges that a card holder’s bank took back, less those that we won back. */
      disputed: v.number(),
      amounts: v.array(
        v.object({
          currency: v.string(),
          charged: minor,
          paidOut: minor,
          refunded: minor,
          repaid: minor,
          disputed: minor,
        }),
      ),
      results: v.array(
        v.object({
          currency: v.string(),
          fees: minor,
          margin: minor,
          exchange: minor,
          providerFees: minor,
          losses: minor,
        }),
      ),
      /** In US dollar cents; null without rates. */
      inDollars: v.nullable(minor),
    }),
  ),
  ratesAsOf: v.nullable(dateTime),
  positions: v.array(v.object({ account: v.string(), state: v.string(), difference: v.nullable(minor) })),
  /** Open breaks by kind. */
  openBreaks: v.record(v.string(), v.number()),
})
export type DayReport = v.InferOutput<typeof report>

const close = v.object({
  day,
  digest: v.string(),
  explanation: v.nullable(v.string()),
  preparedBy: v.string(),
  preparedAt: dateTime,
  signedBy: v.nullable(v.string()),
  signedAt: v.nullable(dateTime),
  note: v.nullable(v.string()),
})
export type DailyClose = v.InferOutput<typeof close>
const shownDailyClose = v.object({ ...close.entries, report })
const byDay = v.strictObject({ day })

export const dailyCloseCalls = {
  listDailyCloses: officeCall({
    method: 'GET',
    path: '/office/api/daily-closes',
    summary: 'The last 60 signed days, and the next day to close',
    permission: 'books.close',
    success: { 200: v.object({ closes: v.array(close), next: day }) },
    errors: [],
  }),
  showDailyClose: officeCall({
    method: 'GET',
    path: '/office/api/daily-closes/{day}',
    summary: 'A day’s report: the signed one, if any',
    permission: 'books.close',
    params: byDay,
    success: { 200: shownDailyClose },
    errors: [],
  }),
  verifyDailyClose: officeCall({
    method: 'GET',
    path: '/office/api/daily-closes/{day}/verification',
    summary: 'Recompute a signed day’s books and compare them with the signed report',
    permission: 'books.close',
    params: byDay,
    success: {
      200: v.object({
        /** The stored report has the digest that was signed. */
        isUntouched: v.boolean(),
        /** The books still say what the report says. */
        isSame: v.boolean(),
      }),
    },
    errors: ['action_refused'],
  }),
  prepareDailyClose: officeCall({
    method: 'POST',
    path: '/office/api/daily-closes/{day}/prepare',
    summary: 'Prepare a day’s report for another member to sign',
    permission: 'books.close',
    params: byDay,
    body: v.strictObject({
      reason,
      /** Required where the books differ from the providers. */
      explanation: v.optional(visibleText(3, 2_000)),
    }),
    success: { 200: shownDailyClose },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  signDailyClose: officeCall({
    method: 'POST',
    path: '/office/api/daily-closes/{day}/sign',
    summary: 'Sign a report that another member prepared',
    permission: 'books.close',
    proof: 'call',
    params: byDay,
    body: v.strictObject({ digest: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), reason }),
    success: { 200: shownDailyClose },
    errors: ['action_refused', 'approval_outdated', ...twoPeopleErrors],
  }),
}
