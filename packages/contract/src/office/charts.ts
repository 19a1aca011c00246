import * as v from 'valibot'
import { calendarDate, dateTime } from '../schema.ts'
import { minor, readCall } from './call.ts'

const count = v.pipe(v.number(), v.integer(), v.minValue(0))

const hour = v.object({
  /** Null for hours that have not begun. */
  today: v.nullable(count),
  weekAgo: count,
})

const outcomes = v.object({
  /** The day of the charge. */
  day: calendarDate,
  sent: count,
  refunded: count,
  /** Not ended: the pay-out failed or the refund is not confirmed. */
  failed: count,
  held: count,
  underWay: count,
})
export type DayOutcomes = v.InferOutput<typeof outcomes>

const minutes = v.object({
  country: v.string(),
  network: v.string(),
  /** Transfers of the last seven days that arrived. */
  sent: count,
  median: v.number(),
  p95: v.number(),
  /** The median of the seven days before; null without enough transfers. */
  before: v.nullable(v.number()),
})
export type NetworkMinutes = v.InferOutput<typeof minutes>

/** The queues that compliance works through. */
const WORK_QUEUES = ['screening', 'monitoring', 'identity', 'approvals', 'reports', 'privacy'] as const

const queue = v.object({
  queue: v.picklist(WORK_QUEUES),
  /** Open and not overdue, by age. Each count stops at 1,000. */
  underOneDay: count,
  underThreeDays: count,
  older: count,
  overdue: count,
})
export type QueueWork = v.InferOutput<typeof queue>

const profit = v.object({
  day: calendarDate,
  /** Whether two people have signed the books of the day. */
  isSigned: v.boolean(),
  corridors: v.array(
    v.object({
      /** Null for what belongs to no transfer. */
      sender: v.nullable(v.string()),
      recipient: v.nullable(v.string()),
      /** US dollar cents, as in the daily close; null without rates. */
      inDollars: v.nullable(minor),
    }),
  ),
})
export type DayProfit = v.InferOutput<typeof profit>

/** The charts, each with its own permission. Days are in UTC. The sixth, days of float, is made of `listFloats`. */
export const chartCalls = {
  chartCharged: readCall({
    path: '/office/api/charts/charged',
    summary: 'Transfers charged in each hour of today and of the same day a week ago',
    permission: 'transfers.read',
    success: { 200: v.object({ asOf: dateTime, hours: v.array(hour), today: count, weekAgoByNow: count }) },
  }),
  chartOutcomes: readCall({
    path: '/office/api/charts/outcomes',
    summary: 'How the transfers charged on each of the last 14 days ended, or where they are',
    permission: 'staff',
    success: { 200: v.object({ days: v.array(outcomes) }) },
  }),
  chartMinutes: readCall({
    path: '/office/api/charts/minutes',
    summary: 'Minutes from card to wallet by network: the last seven days and the seven before',
    permission: 'transfers.read',
    success: { 200: v.object({ networks: v.array(minutes) }) },
  }),
  chartOpenWork: readCall({
    path: '/office/api/charts/open-work',
    summary: 'Open work of compliance by queue and age',
    permission: 'cases.read',
    success: { 200: v.object({ queues: v.array(queue) }) },
  }),
  chartProfit: readCall({
    path: '/office/api/charts/profit',
    summary: 'Profit of the last 14 days by corridor in US dollars, as in the daily close',
    permission: 'finance.read',
    success: { 200: v.object({ days: v.array(profit) }) },
  }),
}
