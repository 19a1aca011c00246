import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime } from '../schema.ts'
import { minor, officeCall, reason, twoPeopleErrors, readCall } from './call.ts'

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
const check = v.object({
  kind: v.picklist(['over', 'compared', 'breaks', 'positions', 'figures', 'prepared', 'signed']),
  /** `waiting` ends by itself or by the next step; a `problem` has its page. */
  state: v.picklist(['done', 'waiting', 'problem']),
  /** What the server found, in words. */
  text: v.string(),
})
export type DailyCloseCheck = v.InferOutput<typeof check>

const shownDailyClose = v.object({
  day,
  /** The days around it, oldest first. `running` is today. */
  days: v.array(v.object({ day, state: v.picklist(['signed', 'prepared', 'open', 'running']) })),
  /** In the order in which they turn green. */
  checks: v.array(check),
  /** The signed report, or else the newest prepared one; null before the first. */
  close: v.nullable(v.object({ ...close.entries, report })),
})
export type ShownDailyClose = v.InferOutput<typeof shownDailyClose>
const byDay = v.strictObject({ day })

export const dailyCloseCalls = {
  showDailyClose: readCall({
    path: '/office/api/daily-closes/{day}',
    summary: 'A day with its checklist and its report; `latest` is the newest day that can be prepared',
    permission: 'books.close',
    params: v.strictObject({ day: v.union([v.literal('latest'), day]) }),
    success: { 200: shownDailyClose },
  }),
  verifyDailyClose: readCall({
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
