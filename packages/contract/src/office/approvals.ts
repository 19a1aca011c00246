import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { calendarDate, country, dateTime, uuid } from '../schema.ts'
import {
  amountOf,
  askErrors,
  caution,
  confirmed,
  officeCall,
  page,
  permission,
  reason,
  reference,
  twoPeopleErrors,
  readCall,
  type OfficeCall,
} from './call.ts'

/**
 * `approved`: the second person agreed, and the action has not run yet or runs now. `done`: it ran. `failed`: it could
 * not be carried out; `result` says why.
 */
export const APPROVAL_STATES = [
  'pending',
  'approved',
  'done',
  'failed',
  'rejected',
  'expired',
  'withdrawn',
] as const
export type ApprovalState = (typeof APPROVAL_STATES)[number]

const person = v.object({ id: uuid, name: v.string() })

const ABOUT_PAGES = [
  ...['transfer', 'customer', 'identity_check', 'staff', 'prices', 'corridors'],
  ...['limits', 'floats', 'monitoring_rules', 'fraud_rules', 'report_profiles'],
] as const

/** The facts an approver needs: the current record and the changes. The server composes them, in words. */
const about = v.object({
  /** What happens on approval, in one sentence: "Refund LRD 10,000.00 to Visa •••• 4242; …". */
  effect: v.string(),
  /** A reference, a masked name, a corridor: never a bare id. */
  label: v.string(),
  /** Null once the record is gone. */
  link: v.nullable(v.object({ page: v.picklist(ABOUT_PAGES), id: v.nullable(v.string()) })),
  state: v.string(),
  /** The money that moves; null where none does. */
  amount: v.nullable(amountOf),
  facts: v.array(v.object({ label: v.string(), value: v.string() })),
  /** Empty once the request is decided: the record is then as the request left it, or moved on. */
  changes: v.array(v.object({ label: v.string(), from: v.string(), to: v.string() })),
})
export type ApprovalAbout = v.InferOutput<typeof about>

export const approval = v.object({
  id: uuid,
  /** The order: one of `APPROVAL_ACTIONS`. */
  action: v.string(),
  /** The order in words, such as "Refund by hand". */
  title: v.string(),
  permission,
  /** Subject: a reference, an account’s or member’s id, an address or a corridor. */
  entity: v.string(),
  about,
  /** As the first person gave it; nothing changes it afterwards. */
  payload: v.record(v.string(), v.unknown()),
  payloadHash: v.string(),
  reason: v.string(),
  maker: person,
  madeAt: dateTime,
  expiresAt: dateTime,
  state: v.picklist(APPROVAL_STATES),
  checker: v.nullable(person),
  decidedAt: v.nullable(dateTime),
  note: v.nullable(v.string()),
  result: v.nullable(v.string()),
  mayDecide: v.boolean(),
  /** Whether it replaces values, which `showValuesInForce` gives as they are now. */
  replaces: v.boolean(),
})
export type Approval = v.InferOutput<typeof approval>

const byId = v.strictObject({ id: uuid })
const corridor = v.strictObject({ sender: country, recipient: country })
const note = v.strictObject({ note: reason })
/** One that waits: show its page with `showApproval`. */
export const requested = v.object({ approval })
const ASKS = { method: 'POST', success: { 201: requested }, errors: askErrors } as const
/** A call that asks a second person. */
export const askCall = <const C extends Omit<OfficeCall, 'method' | 'success' | 'errors'>>(definition: C) =>
  officeCall<C & typeof ASKS>({ ...ASKS, ...definition })
/** Done at once, or waiting for a second person. */
const doneOrRequested = v.object({
  outcome: v.picklist(['done', 'requested']),
  approval: v.nullable(approval),
})

export const approvalCalls = {
  listApprovals: readCall({
    path: '/office/api/approvals',
    summary: 'Pending and decided requests that the member may read, newest first',
    permission: 'approvals.read',
    query: v.strictObject({
      state: v.optional(v.picklist(APPROVAL_STATES)),
      cursor: v.optional(uuid),
      limit: page.limit,
    }),
    success: { 200: v.object({ approvals: v.array(approval), next: v.nullable(uuid) }) },
  }),
  showApproval: readCall({
    path: '/office/api/approvals/{id}',
    summary: 'One approval',
    permission: 'approvals.read',
    params: byId,
    success: { 200: approval },
  }),
  showValuesInForce: readCall({
    path: '/office/api/approvals/{id}/in-force',
    summary: 'The current values that a request replaces, named as in its payload',
    permission: 'approvals.read',
    params: byId,
    success: { 200: v.object({ values: v.nullable(v.record(v.string(), v.unknown())) }) },
  }),
  showCaution: readCall({
    path: '/office/api/approvals/{id}/caution',
    summary: 'Warnings before approval: values beyond a bound, and the text to type',
    permission: 'approvals.read',
    params: byId,
    success: { 200: caution },
  }),
  approve: officeCall({
    method: 'POST',
    path: '/office/api/approvals/{id}/approve',
    summary: 'Approve and carry out another member’s request',
    permission: 'approvals.decide',
    proof: 'approval',
    params: byId,
    body: v.strictObject({ note: reason, confirmed }),
    success: { 200: approval },
    errors: ['not_permitted', 'approval_closed', 'approval_outdated', ...twoPeopleErrors],
  }),
  reject: officeCall({
    method: 'POST',
    path: '/office/api/approvals/{id}/reject',
    summary: 'Reject another member’s request',
    permission: 'approvals.decide',
    proof: 'approval',
    params: byId,
    body: note,
    success: { 200: approval },
    errors: ['not_permitted', 'approval_closed', ...twoPeopleErrors],
  }),
  withdraw: officeCall({
    method: 'POST',
    path: '/office/api/approvals/{id}/withdraw',
    summary: 'Withdraw your own request',
    permission: 'approvals.read',
    params: byId,
    body: note,
    success: { 200: approval },
    errors: ['not_permitted', 'approval_closed'],
  }),
  requestRefund: askCall({
    path: '/office/api/transfers/{reference}/refund',
    summary: 'Request a manual refund of what we owe the customer of a transfer on hold',
    permission: 'refunds.request',
    asks: 'refund',
    proof: 'call',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
  }),
  requestRepaid: askCall({
    path: '/office/api/transfers/{reference}/repaid',
    summary: 'Request an off-card repayment entry',
    permission: 'payouts.request',
    asks: 'repaid',
    proof: 'call',
    params: v.strictObject({ reference }),
    body: v.strictObject({ amount: amountOf, reason }),
  }),
  requestAnswer: askCall({
    path: '/office/api/transfers/{reference}/answer',
    summary: 'Request to record what a carrier answered in writing about a payment without an outcome',
    permission: 'payouts.request',
    asks: 'answer',
    proof: 'call',
    params: v.strictObject({ reference }),
    body: v.strictObject({
      /** What the payer paid; null if the carrier says that they did not pay. */
      paid: v.nullable(amountOf),
      /** The carrier's reference of its answer. */
      evidence: visibleText(3, 100),
      reason,
    }),
  }),
  releaseHold: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/release',
    summary: 'Release a hold; from the release threshold on, request approval',
    permission: 'holds.release',
    asks: 'release',
    proof: 'call',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
    success: { 200: doneOrRequested },
    errors: askErrors,
  }),
  requestPrices: askCall({
    path: '/office/api/prices',
    summary: 'Request a new price list, from now or from a day on',
    permission: 'prices.change',
    asks: 'set_prices',
    body: v.strictObject({
      list: v.record(v.string(), v.unknown()),
      /** The first day (UTC); without it, the list is in force at once. */
      validFrom: v.optional(calendarDate),
      reason,
      confirmed,
    }),
  }),
  readReleaseThreshold: readCall({
    path: '/office/api/release-threshold',
    summary: 'The amount from which a release needs approval',
    permission: 'approvals.read',
    success: { 200: v.object({ amount: amountOf, since: dateTime }) },
  }),
  requestReleaseThreshold: askCall({
    path: '/office/api/release-threshold',
    summary: 'Request a new release threshold',
    permission: 'limits.change',
    asks: 'set_release_threshold',
    body: v.strictObject({ amount: amountOf, reason, confirmed }),
  }),
  requestOpenCorridor: askCall({
    path: '/office/api/corridors/{sender}/{recipient}/open',
    summary: 'Request the opening of a corridor',
    permission: 'corridors.change',
    asks: 'open_corridor',
    params: corridor,
    body: v.strictObject({ reason }),
  }),
  requestCloseCorridor: askCall({
    path: '/office/api/corridors/{sender}/{recipient}/close',
    summary: 'Request the closing of a corridor, now or for a period; customers see the message',
    permission: 'corridors.change',
    asks: 'close_corridor',
    params: corridor,
    body: v.strictObject({
      words: visibleText(10, 300),
      /** For a closing that begins and ends by the clock. */
      span: v.optional(v.strictObject({ from: dateTime, until: dateTime })),
      reason,
    }),
  }),
  requestAdoption: askCall({
    path: '/office/api/adoptions',
    summary: 'Request the recovery of lost transfers after a restore',
    permission: 'adoption.request',
    asks: 'adopt',
    body: v.strictObject({
      since: dateTime,
      waitMinutes: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1_440)),
      reason,
    }),
  }),
  requestErasure: askCall({
    path: '/office/api/customers/{id}/erasure',
    summary: 'Request the erasure of a customer’s account',
    permission: 'erasure.request',
    asks: 'erase_account',
    params: byId,
    body: v.strictObject({ reason }),
  }),
}
