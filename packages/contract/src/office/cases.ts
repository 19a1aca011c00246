import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { calendarDate, dateTime, uuid } from '../schema.ts'
import { amountOf, officeCall, reason, twoPeopleErrors, readCall } from './call.ts'

const officeCase = v.object({
  /** Such as `K-000012`. */
  number: v.string(),
  kind: v.picklist(['screening', 'monitoring']),
  /** Kind: a match that holds money, a review, or a report that is due. */
  stage: v.string(),
  state: v.picklist(['open', 'reporting', 'closed']),
  /** Subject: `account`, `transfer` or `recipient`, and its id. */
  subjectKind: v.string(),
  subject: v.string(),
  owner: v.nullable(v.string()),
  openedAt: dateTime,
  dueAt: dateTime,
  /** Until then it is not offered as the next one. Its deadline stays. */
  waitUntil: v.nullable(dateTime),
  closedAt: v.nullable(dateTime),
  outcome: v.nullable(v.string()),
})
export type OfficeCase = v.InferOutput<typeof officeCase>

const text = v.nullable(v.string())

/** A fact about our record, compared with the list entry's. */
const comparison = v.object({
  field: v.picklist(['name', 'other_names', 'birth_date', 'country']),
  ours: text,
  /** Empty where the list gives none. */
  theirs: v.array(v.string()),
  /** `similar`: as far as both say it, or nearly the same name. `not_given`: one side does not say it. */
  mark: v.picklist(['agrees', 'similar', 'differs', 'not_given']),
})

/** An entity of the list that our person is like, with the data that it had when we last asked. */
const entity = v.object({
  id: v.string(),
  name: v.string(),
  topics: v.array(v.string()),
  programmes: v.array(v.string()),
  /** The lists that name it. */
  sources: v.array(v.string()),
  compared: v.array(comparison),
  score: v.number(),
  threshold: v.number(),
  algorithm: v.string(),
  /** Why the engine scored it so, by field. */
  scores: v.array(v.object({ field: v.string(), says: v.string() })),
  dataset: v.string(),
  version: v.string(),
  screenedAt: dateTime,
  /** False where an earlier release stored neither other names, countries nor programmes. */
  isWhole: v.boolean(),
  /** Whether the list no longer has it, or no longer takes it for this person. */
  isGone: v.boolean(),
})

/** Subject of a case: a customer, or a recipient's wallet. */
const person = v.object({
  kind: v.picklist(['customer', 'recipient']),
  /** The customer's account, where it is one. */
  customer: v.nullable(uuid),
  isClosed: v.boolean(),
  name: text,
  birthDate: text,
  country: text,
  /** The number of the account or of the wallet. */
  phone: text,
  tier: v.nullable(v.picklist([1, 2, 3])),
  /** Whether the account has another name or birth date by now than these, which were compared with the list. */
  isNewData: v.boolean(),
  entities: v.array(entity),
})

const payment = v.object({
  reference: v.string(),
  sent: amountOf,
  /** Amount in US dollars, as limits and rules count it. */
  worth: amountOf,
  country: v.string(),
  sender: text,
  recipient: v.string(),
})

const alert = v.object({
  rule: v.string(),
  /** The rule, with its figures at that time. */
  looksFor: v.string(),
  /** What it measured. */
  measured: v.array(v.object({ what: v.string(), figure: v.string() })),
  at: dateTime,
  payments: v.array(v.object({ ...payment.entries, chargedAt: v.nullable(dateTime) })),
})

/** What a decision about a case rests on. */
const evidence = {
  people: v.array(person),
  /** The transfers that wait for the case. */
  waiting: v.array(v.object({ ...payment.entries, arrives: amountOf, since: v.nullable(dateTime) })),
  /** What monitoring found. */
  alerts: v.array(alert),
}

const shownCase = v.object({
  ...officeCase.entries,
  ...evidence,
  /** What our people sent or got before, charged; both numbers end at 1,000. */
  before: v.object({ transfers: v.number(), senders: v.number() }),
  /** Other cases about the same people, the newest first. */
  otherCases: v.array(
    v.object({ number: v.string(), kind: v.string(), state: v.string(), outcome: text, openedAt: dateTime }),
  ),
  /** The reports of this case. `isFiled`: exported, so that it went to the authority. */
  reports: v.array(v.object({ number: v.string(), state: v.string(), isFiled: v.boolean() })),
  /** The digest of what the decision rests on. A proposal and its confirmation both name the one that they saw. */
  version: v.string(),
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
    v.object({
      decision: v.string(),
      reason: v.string(),
      exception: text,
      proposedBy: v.string(),
      expiresAt: dateTime,
      /** The case has changed since: it cannot be confirmed, and another proposal replaces it. */
      isOutdated: v.boolean(),
    }),
  ),
  /** The decisions that are possible now. `needsException`: no report is filed for the case. */
  decisions: v.array(v.object({ decision: v.string(), means: v.string(), needsException: v.boolean() })),
})
export type OfficeCasePage = v.InferOutput<typeof shownCase>
export type CasePerson = v.InferOutput<typeof person>
export type CaseEntity = v.InferOutput<typeof entity>

const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^K-\d{6,12}$/)) })
/** Where the next page begins: the deadline and the id of the last case. */
const cursor = v.pipe(v.string(), v.regex(/^\d{4}-\d\d-\d\dT[\d:.]{8,12}Z~\d{1,18}$/))
const said = v.strictObject({ reason })
const version = v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/))
const decisionErrors = ['action_refused', 'approval_outdated', ...twoPeopleErrors] as const

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

const deadline = {
  kind: v.picklist(['screening', 'monitoring']),
  stage: v.picklist(['hold', 'review', 'report']),
  amount: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1_000)),
  unit: v.picklist(['hours', 'business_days']),
  /** The law, or our own decision. */
  source: visibleText(3, 300),
  /** A lawyer has confirmed it. */
  isConfirmed: v.boolean(),
  /** Its first day. */
  validFrom: calendarDate,
}
const deadlines = v.object({ deadlines: v.array(v.object(deadline)) })

export const caseCalls = {
  listCaseDeadlines: readCall({
    path: '/office/api/case-deadlines',
    summary: 'The case deadlines by kind, with their sources',
    permission: 'cases.read',
    success: { 200: deadlines },
  }),
  setCaseDeadline: officeCall({
    method: 'POST',
    path: '/office/api/case-deadlines',
    summary: 'Set the deadline for a kind of case, from a given day',
    permission: 'cases.decide',
    body: v.strictObject({ ...deadline, reason }),
    success: { 200: deadlines },
    errors: ['action_refused'],
  }),
  listCases: readCall({
    path: '/office/api/cases',
    summary: 'Screening and monitoring cases, earliest deadline first',
    permission: 'cases.read',
    query: v.strictObject({
      kind: v.optional(v.picklist(['screening', 'monitoring'])),
      /** By default all that are not closed. */
      state: v.optional(v.picklist(['open', 'reporting', 'closed'])),
      cursor: v.optional(cursor),
    }),
    success: { 200: v.object({ cases: v.array(officeCase), next: v.nullable(cursor) }) },
  }),
  showCase: readCall({
    path: '/office/api/cases/{number}',
    summary: 'One case with its evidence and history',
    permission: 'cases.read',
    params: byNumber,
    success: { 200: shownCase },
  }),
  openCase: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/case',
    summary:
      'Open a case about a customer: the reason is what it is about; a case that staff opened before gets it too',
    permission: 'cases.decide',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 200: shownCase },
  }),
  takeCase: change('take', 'Assign a case to yourself'),
  waitCase: officeCall({
    ...change('wait', 'Hide a case from the next one until a time; its deadline stays'),
    body: v.strictObject({ until: dateTime, reason }),
  }),
  noteCase: change('note', 'Add a note to a case: the reason is the note'),
  proposeCase: officeCall({
    method: 'POST',
    path: '/office/api/cases/{number}/propose',
    summary: 'Propose a decision for another member to confirm within a day',
    permission: 'cases.decide',
    params: byNumber,
    body: v.strictObject({
      decision: v.pipe(v.string(), v.regex(/^[a-z_]{1,40}$/)),
      reason,
      /** Of the page that the member has read. */
      version,
      /** Why the case is reported without a filed report of its own. */
      exception: v.optional(visibleText(10, 500)),
    }),
    success: { 200: shownCase },
    errors: decisionErrors,
  }),
  confirmCase: officeCall({
    ...change('confirm', 'Confirm another member’s proposal and carry it out'),
    body: v.strictObject({ reason, version }),
    proof: 'call',
    errors: decisionErrors,
  }),
  refuseCase: officeCall({ ...change('refuse', 'Refuse another member’s proposal'), proof: 'call' }),
}
