import * as v from 'valibot'
import { calendarDate, country, dateTime } from '../schema.ts'
import { askCall } from './approvals.ts'
import { amountOf, caution, officeCall, readCall, reason } from './call.ts'

const version = v.object({
  version: v.number(),
  since: dateTime,
  /** The first day (UTC) on which it is in force; null if in force since it was approved. */
  validFrom: v.nullable(calendarDate),
  /** Null for the list that the product came with. */
  by: v.nullable(v.string()),
  /** Null where one person was enough. */
  approvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type PriceVersion = v.InferOutput<typeof version>

/** What the customer pays and gets, and what we keep of it. */
const terms = v.object({
  /** With the fee. */
  pays: amountOf,
  gets: amountOf,
  fee: amountOf,
  margin: amountOf,
  /** The mid-market value that arrives, in basis points of what the customer pays. */
  ofMidBps: v.pipe(v.number(), v.integer()),
  /** Fee and margin less what the providers take, in the currency of the charge. */
  result: amountOf,
})

const simulated = v.object({
  sender: country,
  recipient: country,
  sends: amountOf,
  payWith: v.picklist(['card', 'momo', 'bank_debit']),
  /** Whether the card is of another country than our account with the card provider. */
  isForeignCard: v.boolean(),
  now: terms,
  next: terms,
})
export type SimulatedPrice = v.InferOutput<typeof simulated>

/** What we keep of past transfers after costs, in US cents, and how many of them lose money. */
const kept = v.object({ profit: v.number(), losses: v.number() })
const past = v.object({
  /** How many transfers were priced again: all of the last 30 days, or the newest when there are more. */
  transfers: v.number(),
  isAll: v.boolean(),
  now: kept,
  next: kept,
})

/** A day (UTC), or empty for none. */
const day = v.pipe(v.string(), v.regex(/^(\d{4}-\d{2}-\d{2})?$/))
const way = v.strictObject({
  open: v.boolean(),
  /** Explains to customers why it is closed; when it is empty, our usual words do. */
  reason: v.pipe(v.string(), v.maxLength(300)),
  /** The licence or approval that it is open under; may be empty. */
  licence: v.pipe(v.string(), v.maxLength(300)),
  /** The first and the last day on which it is open; each may be empty. */
  from: day,
  until: day,
})
/** Shown to customers until bank debits are opened. */
export const NO_BANK_DEBITS = 'Paying from a bank account is not open yet.'
// Ways that were stored before bank debits came have them closed.
const debits = v.optional(way, { open: false, reason: NO_BANK_DEBITS, licence: '', from: '', until: '' })
const wallets = v.strictObject({ momo: way, card: way })
/** The ways to pay that can be open, by sending country. */
export const waysToPay = v.strictObject({
  ...{ SL: wallets, LR: wallets, GH: wallets },
  US: v.strictObject({ card: way, bank_debit: debits }),
})
export type WaysToPay = v.InferOutput<typeof waysToPay>
export type WayToPay = v.InferOutput<typeof way>

export const priceCalls = {
  showWaysToPay: readCall({
    path: '/office/api/ways-to-pay',
    summary: 'The ways to pay by sending country: in force and planned',
    permission: 'corridors.read',
    success: {
      200: v.object({
        /** The version in force; 0 for what the product came with. */
        inForce: v.number(),
        ways: waysToPay,
        /** In force and planned, newest first. */
        versions: v.array(v.object({ ...version.entries, ways: waysToPay })),
      }),
    },
  }),
  requestWaysToPay: askCall({
    path: '/office/api/ways-to-pay',
    summary: 'Request the opening or closing of ways to pay, from now or from a day on',
    permission: 'corridors.change',
    asks: 'set_ways_to_pay',
    body: v.strictObject({ ways: waysToPay, validFrom: v.optional(calendarDate), reason }),
  }),
  showPrices: readCall({
    path: '/office/api/prices',
    summary: 'The current, an earlier or a planned price list, and all versions',
    permission: 'prices.read',
    query: v.strictObject({ version: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))) }),
    success: {
      200: v.object({
        shown: version,
        /** The list as a request for a new one takes it. */
        list: v.record(v.string(), v.unknown()),
        /** The version in force. */
        inForce: v.number(),
        /** Newest first; those of a later day are planned. */
        versions: v.array(version),
      }),
    },
  }),
  simulatePrices: officeCall({
    method: 'POST',
    path: '/office/api/prices/simulate',
    summary:
      'Price usual amounts in every corridor, and the transfers of the last 30 days if asked, with the list in force and a proposed one',
    permission: 'prices.read',
    body: v.strictObject({ list: v.record(v.string(), v.unknown()), past: v.optional(v.literal(true)) }),
    success: {
      200: v.object({
        ratesAsOf: dateTime,
        transfers: v.array(simulated),
        /** Null unless asked for. */
        past: v.nullable(past),
        caution,
      }),
    },
    errors: ['action_refused'],
  }),
}
