import * as v from 'valibot'
import { calendarDate, dateTime } from '../schema.ts'
import { minor, readCall } from './call.ts'

const figures = v.object({
  currency: v.string(),
  /** What customers paid, with fee and margin. */
  charged: minor,
  paidOut: minor,
  /** To cards, less what came back; below zero on a day on which more came back. */
  refunded: minor,
  /** From our bank account, what a card did not take. */
  repaid: minor,
  /** What card holders’ banks took back, less what we won back. */
  disputed: minor,
  fees: minor,
  margin: minor,
  exchange: minor,
  providerFees: minor,
  losses: minor,
})
export type ResultFigures = v.InferOutput<typeof figures>

const counted = {
  charged: v.number(),
  paidOut: v.number(),
  refunded: v.number(),
  repaid: v.number(),
  disputed: v.number(),
  figures: v.array(figures),
  /** In US dollar cents; null without rates. */
  inDollars: v.nullable(minor),
}

const row = v.object({
  day: calendarDate,
  /** Whether two people have signed the books of the day. */
  isSigned: v.boolean(),
  /** Null for what belongs to no transfer. */
  sender: v.nullable(v.string()),
  recipient: v.nullable(v.string()),
  ...counted,
})
export type ResultRow = v.InferOutput<typeof row>

const total = v.object(counted)
export type ResultTotal = v.InferOutput<typeof total>

const exposure = v.object({
  day: calendarDate,
  currency: v.string(),
  opening: minor,
  /** What customers’ transfers added at their locked rates. */
  byTransfers: minor,
  /** What we and the card provider converted, and top-ups in another currency. */
  byTreasury: minor,
  closing: minor,
  inDollars: v.nullable(minor),
})

/** The first and the last day (UTC), by default the last seven. */
const period = { from: v.optional(calendarDate), to: v.optional(calendarDate) }

export const resultCalls = {
  showResults: readCall({
    path: '/office/api/results',
    summary:
      'Profit and loss by day and corridor, and open positions by day and currency, as in the daily close',
    permission: 'finance.read',
    query: v.strictObject(period),
    success: {
      200: v.object({
        from: calendarDate,
        to: calendarDate,
        /** The rates for days that are not signed; signed ones have those of their close. */
        ratesAsOf: v.nullable(dateTime),
        rows: v.array(row),
        total,
        exposure: v.array(exposure),
      }),
    },
    errors: ['action_refused'],
  }),
  exportResults: readCall({
    path: '/office/api/results/file',
    summary: 'A period as CSV: profit and loss, open positions, or the accounting journal of signed days',
    permission: 'finance.read',
    query: v.strictObject({ ...period, file: v.picklist(['results', 'exposure', 'journal']) }),
    success: { 200: v.object({ name: v.string(), text: v.string() }) },
    errors: ['action_refused'],
  }),
}
