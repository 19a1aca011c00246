import * as v from 'valibot'
import { dateTime, uuid } from '../schema.ts'
import { approval } from './approvals.ts'
import { askErrors, officeCall, reason, readCall } from './call.ts'

const request = v.object({
  /** Such as `P-000012`. */
  number: v.string(),
  kind: v.picklist(['access', 'erasure']),
  customerId: uuid,
  country: v.nullable(v.string()),
  /** `waiting`: the erasure waits for its second person, or is being carried out. */
  state: v.picklist(['open', 'waiting', 'done', 'refused']),
  receivedAt: dateTime,
  dueAt: dateTime,
  openedBy: v.string(),
  /** When we answered; null until then. */
  doneAt: v.nullable(dateTime),
})
export type PrivacyRequest = v.InferOutput<typeof request>

const requestPage = v.object({
  ...request.entries,
  deadlineSource: v.string(),
  /** How the member made sure that the customer asks. */
  identityConfirmed: v.string(),
  openedAt: dateTime,
  endedBy: v.nullable(v.string()),
  note: v.nullable(v.string()),
  /** Open work that blocks the erasure; empty for other requests. */
  openWork: v.array(
    v.object({ kind: v.picklist(['case', 'report', 'hold', 'transfer']), number: v.string() }),
  ),
  approvals: v.array(approval),
})
export type PrivacyRequestPage = v.InferOutput<typeof requestPage>

const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^P-\d{6,12}$/)) })
const change = <const P extends string>(path: P, summary: string) =>
  officeCall({
    method: 'POST',
    path: `/office/api/privacy-requests/{number}/${path}`,
    summary,
    permission: 'privacy.manage',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: requestPage },
    errors: ['action_refused'],
  })

const regime = v.object({
  name: v.string(),
  isPersonal: v.boolean(),
  period: v.string(),
  law: v.string(),
  end: v.string(),
  tables: v.array(v.object({ table: v.string(), purpose: v.string(), holds: v.array(v.string()) })),
})

const register = v.object({
  countries: v.array(
    v.object({
      country: v.string(),
      years: v.number(),
      laws: v.array(v.object({ name: v.string(), years: v.number(), source: v.string(), asOf: v.string() })),
    }),
  ),
  regimes: v.array(regime),
  deletions: v.array(v.object({ table: v.string(), period: v.string() })),
})
export type RetentionRegister = v.InferOutput<typeof register>

export const privacyCalls = {
  listPrivacyRequests: readCall({
    path: '/office/api/privacy-requests',
    summary: 'Privacy requests, earliest deadline first; `all` includes ended ones',
    permission: 'privacy.manage',
    query: v.strictObject({ all: v.optional(v.literal('yes')) }),
    success: { 200: v.object({ requests: v.array(request) }) },
  }),
  openPrivacyRequest: officeCall({
    method: 'POST',
    path: '/office/api/privacy-requests',
    summary: 'Record a customer’s privacy request',
    permission: 'privacy.manage',
    body: v.strictObject({
      kind: v.picklist(['access', 'erasure']),
      customerId: uuid,
      receivedAt: dateTime,
      identityConfirmed: reason,
      reason,
    }),
    success: { 201: requestPage },
    errors: ['action_refused'],
  }),
  showPrivacyRequest: readCall({
    path: '/office/api/privacy-requests/{number}',
    summary: 'One privacy request with its deadline and state',
    permission: 'privacy.manage',
    params: byNumber,
    success: { 200: requestPage },
  }),
  exportPersonalData: officeCall({
    method: 'POST',
    path: '/office/api/privacy-requests/{number}/export',
    summary: 'Download all stored data of the customer behind an access request',
    permission: 'privacy.manage',
    proof: 'call',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: v.object({ exportedAt: dateTime, data: v.record(v.string(), v.unknown()) }) },
    errors: ['action_refused'],
  }),
  sendPrivacyRequest: change('send', 'Mark an access request as answered'),
  refusePrivacyRequest: change('refuse', 'Refuse a request, with the reason given to the customer'),
  requestErasureOf: officeCall({
    method: 'POST',
    path: '/office/api/privacy-requests/{number}/erase',
    summary: 'Request approval to erase the account behind an erasure request',
    permission: 'erasure.request',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 201: v.object({ approval }) },
    errors: askErrors,
  }),
  readRetention: readCall({
    path: '/office/api/retention',
    summary: 'The retention register, by country',
    permission: 'retention.read',
    success: { 200: register },
  }),
}
