import * as v from 'valibot'
import { country, dateTime } from '../schema.ts'
import { amountOf, officeCall } from './call.ts'

/** A part of a price in words; `amounts` is null where it holds for every amount. */
const steps = v.array(v.object({ amounts: v.nullable(v.string()), price: v.string() }))

const version = v.object({
  version: v.number(),
  since: dateTime,
  /** Null for the list that the product came with. */
  by: v.nullable(v.string()),
  /** Null where one person was enough. */
  approvedBy: v.nullable(v.string()),
  reason: v.nullable(v.string()),
})
export type PriceVersion = v.InferOutput<typeof version>

const corridorPrices = v.object({ sender: country, recipient: country, fee: steps, margin: steps })
export type CorridorPrices = v.InferOutput<typeof corridorPrices>

/** What the customer pays and gets, and what we keep of it. */
const terms = v.object({
  /** With the fee. */
  pays: amountOf,
  gets: amountOf,
  fee: amountOf,
  margin: amountOf,
  /** Fee and margin less what the providers take, in the currency that the card is charged in. */
  result: amountOf,
})

const simulated = v.object({
  sender: country,
  recipient: country,
  sends: amountOf,
  /** Whether the card is of another country than our account with the card provider. */
  isForeignCard: v.boolean(),
  now: terms,
  next: terms,
})
export type SimulatedPrice = v.InferOutput<typeof simulated>

export const priceCalls = {
  showPrices: officeCall({
    method: 'GET',
    path: '/office/api/prices',
    summary: 'The current or an earlier price list by corridor, and all versions',
    permission: 'prices.read',
    query: v.strictObject({ version: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/))) }),
    success: {
      200: v.object({
        shown: version,
        corridors: v.array(corridorPrices),
        /** The list as a request for a new one takes it. */
        list: v.record(v.string(), v.unknown()),
        /** Newest first; the first one is in force. */
        versions: v.array(version),
      }),
    },
    errors: [],
  }),
  simulatePrices: officeCall({
    method: 'POST',
    path: '/office/api/prices/simulate',
    summary: 'Price usual amounts in every corridor with the list in force and a proposed one',
    permission: 'prices.read',
    body: v.strictObject({ list: v.record(v.string(), v.unknown()) }),
    success: { 200: v.object({ ratesAsOf: dateTime, transfers: v.array(simulated) }) },
    errors: ['action_refused'],
  }),
}
