import * as v from 'valibot'
import { CURRENCY_CODES } from '@sesa/money'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime, uuid } from '../schema.ts'
import { approval } from './approvals.ts'
import { amountOf, askErrors, confirmed, officeCall, page, reason } from './call.ts'

const position = v.object({
  /** Such as `payout_float:GHS`. */
  account: v.string(),
  currency: v.picklist(CURRENCY_CODES),
  /** The accounts at providers that hold it. */
  held: v.array(v.string()),
  state: v.picklist(['equal', 'settling', 'differs', 'unknown', 'not_begun']),
  ledger: amountOf,
  /** Null when a balance is unknown. */
  provider: v.nullable(amountOf),
  /** The provider’s minus ours. */
  difference: v.nullable(amountOf),
  /** The sum of what is on its way, as `listOnItsWay` names it. */
  settling: amountOf,
  /** When the older of the provider’s balances was read. */
  readAt: v.nullable(dateTime),
})
export type TreasuryPosition = v.InferOutput<typeof position>

const moving = v.object({
  /** The account of our books, such as `payout_float:GHS`. */
  account: v.string(),
  /** The wallet at the provider, such as `pawapay/GH/GHS`. */
  wallet: v.string(),
  /** A transfer’s, or that of a movement of no transfer. */
  reference: v.string(),
  kind: v.string(),
  at: dateTime,
  amount: amountOf,
  direction: v.picklist(['in', 'out']),
  /** Our books have it not, the card provider has not listed it, or the balance was read before it. */
  missing: v.picklist(['books', 'list', 'balance']),
})
export type MovementOnItsWay = v.InferOutput<typeof moving>

const KINDS = ['top_up', 'conversion', 'adjustment'] as const
const adjusts = v.picklist(['provider_fees', 'losses', 'capital'])

const entry = v.object({
  id: uuid,
  at: dateTime,
  kind: v.picklist(KINDS),
  account: v.string(),
  reference: v.string(),
  /** Amount that arrived or was bought, or by which the account grew. */
  amount: amountOf,
  /** Amount that left our bank or was sold; null for an adjustment. */
  paid: v.nullable(amountOf),
  /** How an adjustment is booked. */
  as: v.nullable(adjusts),
  enteredBy: v.string(),
  /** Null where one person was enough. */
  approvedBy: v.nullable(v.string()),
  reason: v.string(),
})
export type TreasuryEntry = v.InferOutput<typeof entry>

const account = v.pipe(v.string(), v.regex(/^[a-z][a-z-]{1,29}$/))
const reference = visibleText(3, 200)
const given = v.variant('kind', [
  v.strictObject({ kind: v.literal('top_up'), account, arrived: amountOf, paid: amountOf, reference }),
  v.strictObject({ kind: v.literal('conversion'), sold: amountOf, bought: amountOf, reference }),
  v.strictObject({ kind: v.literal('adjustment'), account, amount: amountOf, as: adjusts, reference }),
])
export type NewTreasuryEntry = v.InferOutput<typeof given>

export const treasuryCalls = {
  showTreasury: officeCall({
    method: 'GET',
    path: '/office/api/treasury',
    summary: 'Our money at providers and our bank: our books against the providers’ last balances',
    permission: 'finance.read',
    success: {
      200: v.object({
        positions: v.array(position),
        /** What our bank account holds by our books, which no provider reports. */
        bank: v.array(amountOf),
        /** The open position of each currency, in it and in US dollars; null without rates. */
        exposure: v.array(v.object({ open: amountOf, inDollars: v.nullable(amountOf) })),
      }),
    },
    errors: [],
  }),
  listOnItsWay: officeCall({
    method: 'GET',
    path: '/office/api/treasury/on-its-way',
    summary: 'Amounts in transit: booked on one side only',
    permission: 'finance.read',
    success: { 200: v.object({ movements: v.array(moving) }) },
    errors: [],
  }),
  listTreasuryEntries: officeCall({
    method: 'GET',
    path: '/office/api/treasury/entries',
    summary: 'Top-ups, conversions and adjustments entered by staff, newest first',
    permission: 'finance.read',
    query: v.strictObject({ cursor: v.optional(uuid), limit: page.limit }),
    success: { 200: v.object({ entries: v.array(entry), next: v.nullable(uuid) }) },
    errors: [],
  }),
  requestTreasuryEntry: officeCall({
    method: 'POST',
    path: '/office/api/treasury/entries',
    summary: 'Request a top-up, conversion or adjustment entry',
    permission: 'treasury.manage',
    asks: 'book_treasury_entry',
    body: v.strictObject({ entry: given, reason, confirmed }),
    success: { 201: v.object({ approval }) },
    errors: askErrors,
  }),
}
