import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime, uuid } from '../schema.ts'
import { approval } from './approvals.ts'
import { amountOf, askErrors, confirmed, officeCall, page, reason, readCall } from './call.ts'

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
  listTreasuryEntries: readCall({
    path: '/office/api/treasury/entries',
    summary: 'Top-ups, conversions and adjustments entered by staff, newest first',
    permission: 'finance.read',
    query: v.strictObject({ cursor: v.optional(uuid), limit: page.limit }),
    success: { 200: v.object({ entries: v.array(entry), next: v.nullable(uuid) }) },
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
