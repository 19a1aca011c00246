import * as v from 'valibot'
import { dateTime } from '../schema.ts'
import { officeCall, reason, twoPeopleErrors } from './call.ts'

const officeCase = v.object({
  /** Such as `K-000012`. */
  number: v.string(),
  kind: v.picklist(['screening', 'monitoring']),
  /** What it is: a match that holds money, a review, or a report that is due. */
  stage: v.string(),
  state: v.picklist(['open', 'reporting', 'closed']),
  /** What it is about: `account`, `transfer`, `recipient`, and its id. */
  subjectKind: v.string(),
  subject: v.string(),
  owner: v.nullable(v.string()),
  openedAt: dateTime,
  dueAt: dateTime,
  closedAt: v.nullable(dateTime),
  outcome: v.nullable(v.string()),
})
export type OfficeCase = v.InferOutput<typeof officeCase>

const shownCase = v.object({
  ...officeCase.entries,
  events: v.array(
    v.object({
      kind: v.string(),
      staff: v.nullable(v.string()),
      detail: v.nullable(v.string()),
      at: dateTime,
    }),
  ),
  /** The proposal that waits for a second person. */
  pending: v.nullable(
    v.object({ decision: v.string(), reason: v.string(), proposedBy: v.string(), expiresAt: dateTime }),
  ),
  /** What it can be decided as now. */
  decisions: v.array(v.object({ decision: v.string(), means: v.string() })),
})
export type OfficeCasePage = v.InferOutput<typeof shownCase>

const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^K-\d{6,12}$/)) })
/** Where the next page begins: the deadline and the id of the last case. */
const cursor = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~\d{1,18}$/))
const said = v.strictObject({ reason })

const change = <const P extends string>(path: P, summary: string) =>
  officeCall({
    method: 'POST',
    path: `/office/api/cases/{number}/${path}`,
    summary,
    permission: 'cases.decide',
    params: byNumber,
    body: said,
    success: { 200: shownCase },
    errors: ['action_refused', ...twoPeopleErrors],
  })

export const caseCalls = {
  listCases: officeCall({
    method: 'GET',
    path: '/office/api/cases',
    summary: 'Cases of screening and monitoring, the first due one first',
    permission: 'cases.read',
    query: v.strictObject({
      kind: v.optional(v.picklist(['screening', 'monitoring'])),
      /** By default all that are not closed. */
      state: v.optional(v.picklist(['open', 'reporting', 'closed'])),
      cursor: v.optional(cursor),
    }),
    success: { 200: v.object({ cases: v.array(officeCase), next: v.nullable(cursor) }) },
    errors: [],
  }),
  showCase: officeCall({
    method: 'GET',
    path: '/office/api/cases/{number}',
    summary: 'One case with its evidence and history',
    permission: 'cases.read',
    params: byNumber,
    success: { 200: shownCase },
    errors: [],
  }),
  takeCase: change('take', 'Make oneself the owner of a case'),
  noteCase: change('note', 'Add a note to a case: the reason is the note'),
  proposeCase: officeCall({
    method: 'POST',
    path: '/office/api/cases/{number}/propose',
    summary: 'Propose a decision, which another member confirms within a day',
    permission: 'cases.decide',
    params: byNumber,
    body: v.strictObject({ decision: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)), reason }),
    success: { 200: shownCase },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  confirmCase: officeCall({
    ...change('confirm', 'Confirm what another member proposed, and carry it out'),
    proof: 'call',
  }),
  refuseCase: officeCall({ ...change('refuse', 'Refuse what another member proposed'), proof: 'call' }),
}
