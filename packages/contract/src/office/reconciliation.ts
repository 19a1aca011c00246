import * as v from 'valibot'
import { dateTime } from '../schema.ts'
import { amountOf, bigId, officeCall, page, reason, reference, readCall } from './call.ts'

const BREAK_STATES = ['open', 'explained', 'resolved'] as const

const difference = v.object({
  id: bigId,
  state: v.picklist(BREAK_STATES),
  /** Such as `card_capture_missing_here`. */
  kind: v.string(),
  /** Our account or the rail at the provider; null when no rail was chosen. */
  provider: v.nullable(v.string()),
  /** The id of the payment, pay-out or account that differs. */
  subject: v.string(),
  /** Null for what belongs to no transfer of ours. */
  transfer: v.nullable(reference),
  /** What our books say, with the amount; null if missing. */
  ours: v.nullable(v.string()),
  /** What the provider says; null if missing. */
  theirs: v.nullable(v.string()),
  /** Both sides in money, and the provider’s less ours; null where the break is not about an amount. */
  amounts: v.object({
    ours: v.nullable(amountOf),
    theirs: v.nullable(amountOf),
    difference: v.nullable(amountOf),
  }),
  owner: v.picklist(['operations', 'treasury', 'engineering']),
  movedAt: dateTime,
  firstSeen: dateTime,
  lastSeen: dateTime,
  /** The newest explanation; null while there was none. */
  explained: v.nullable(v.object({ by: v.string(), at: dateTime, reason: v.string() })),
})
export type ReconciliationBreak = v.InferOutput<typeof difference>

/** Likely explanations of a break: the same amount and currency, near in time. */
const partner = v.object({
  kind: v.picklist(['break', 'movement', 'transfer']),
  /** The break’s number, the provider’s id, or the reference. */
  id: v.string(),
  /** The break’s kind, the movement’s kind, or the transfer’s state. */
  word: v.string(),
  at: dateTime,
})
export type BreakPartner = v.InferOutput<typeof partner>

export const reconciliationCalls = {
  showReconciliation: readCall({
    path: '/office/api/reconciliation',
    summary: 'The latest comparison of the books and check of the invariants, with results',
    permission: 'reconciliation.read',
    success: {
      200: v.object({
        /** How many differences are neither explained nor resolved. */
        open: v.number(),
        /** The last finished comparison, with how many entries of each kind it compared. */
        compared: v.nullable(v.object({ at: dateTime, counts: v.record(v.string(), v.number()) })),
        /** When a comparison began that has not finished: it runs, or a provider could not be read. */
        unfinishedSince: v.nullable(dateTime),
        invariants: v.object({
          /** When the last check of what had changed was complete. */
          checkedAt: v.nullable(dateTime),
          /** When a walk through the whole history was last complete. */
          walkedAt: v.nullable(dateTime),
          violated: v.number(),
        }),
      }),
    },
  }),
  listBreaks: readCall({
    path: '/office/api/reconciliation/breaks',
    summary: 'Breaks between our books and the providers’, newest first',
    permission: 'reconciliation.read',
    query: v.strictObject({ state: v.optional(v.picklist(BREAK_STATES)), ...page }),
    success: { 200: v.object({ breaks: v.array(difference), next: v.nullable(bigId) }) },
  }),
  showBreak: readCall({
    path: '/office/api/reconciliation/breaks/{id}',
    summary: 'One break with both sides and what may explain it',
    permission: 'reconciliation.read',
    params: v.strictObject({ id: bigId }),
    success: { 200: v.object({ ...difference.entries, partner: v.nullable(partner) }) },
  }),
  explainBreak: officeCall({
    method: 'POST',
    path: '/office/api/reconciliation/breaks/{id}/explain',
    summary: 'Explain an open break; it reopens when either side changes',
    permission: 'reconciliation.explain',
    params: v.strictObject({ id: bigId }),
    body: v.strictObject({ reason }),
    success: { 200: difference },
    errors: ['action_refused'],
  }),
}
