import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { calendarDate, country, dateTime, uuid } from '../schema.ts'
import { approval } from './approvals.ts'
import { askErrors, officeCall, reason, reference, twoPeopleErrors, readCall } from './call.ts'

const filing = v.object({
  /** Such as `F-000012`. */
  number: v.string(),
  country,
  kind: v.picklist(['suspicion', 'weekly', 'monthly']),
  state: v.picklist(['draft', 'approved', 'exported', 'acknowledged', 'withdrawn']),
  authority: v.string(),
  format: v.picklist(['goaml', 'fincen', 'printed', 'csv']),
  caseNumber: v.nullable(v.string()),
  from: v.nullable(v.string()),
  to: v.nullable(v.string()),
  /** The deadline counts from here. */
  knownAt: dateTime,
  dueAt: dateTime,
  draftedBy: v.string(),
  approvedBy: v.nullable(v.string()),
  exportedAt: v.nullable(dateTime),
  authorityId: v.nullable(v.string()),
  endedAt: v.nullable(dateTime),
})
export type OfficeFiling = v.InferOutput<typeof filing>

/** Facts about the sender of a transfer that staff know and our records lack. */
const senderFacts = v.strictObject({
  firstName: v.optional(v.string()),
  lastName: v.optional(v.string()),
  gender: v.optional(v.picklist(['male', 'female'])),
  issueDate: v.optional(calendarDate),
  expiryDate: v.optional(calendarDate),
  issueCountry: v.optional(v.string()),
  taxNumber: v.optional(v.string()),
  /** Of the United States, as `MN`. */
  state: v.optional(v.string()),
  /** What only some authorities ask for. */
  birthPlace: v.optional(v.string()),
  taxRegistration: v.optional(v.string()),
  sourceOfWealth: v.optional(v.string()),
})
export type SenderFacts = v.InferOutput<typeof senderFacts>

const content = v.object({
  transfers: v.array(v.string()),
  /** The account, when no transfer is reported. */
  account: v.nullable(v.string()),
  narrative: v.string(),
  action: v.string(),
  indicators: v.array(v.string()),
  senders: v.record(v.string(), senderFacts),
})

/** The law's deadline, with its source. */
const deadline = v.object({ text: v.string(), source: v.string(), isConfirmed: v.boolean() })

const filingPage = v.object({
  ...filing.entries,
  deadline,
  /** Missing facts, and violations of the authority's schema; empty if the document can be approved. */
  problems: v.array(v.string()),
  /** The schema that the document was validated against. */
  notes: v.array(v.string()),
  /** The content of a report of suspicion; null for a report of figures, which are in its file. */
  content: v.nullable(content),
  /** Each file of the document, with the digest that `sha256sum` prints for it. */
  files: v.array(v.object({ name: v.string(), bytes: v.number(), digest: v.string() })),
  /** Of all files together; null without a document. An approval is bound to it. */
  version: v.nullable(v.string()),
  draftedAt: dateTime,
  approvedAt: v.nullable(dateTime),
})
export type OfficeFilingPage = v.InferOutput<typeof filingPage>

/** `isVoluntary`: the transfers stay below the amount from which the law asks for a report. */
const drafted = v.object({ filing: filingPage, isVoluntary: v.boolean() })

const file = v.object({ name: v.string(), text: v.string() })
const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^F-\d{6,12}$/)) })

const draft = v.strictObject({
  country,
  case: v.optional(v.pipe(v.string(), v.regex(/^K-\d{6,12}$/))),
  /** When we knew. The deadline counts from here. */
  knownAt: dateTime,
  transfers: v.pipe(v.array(reference), v.maxLength(200)),
  /** The account, when no transfer is reported. */
  account: v.optional(uuid),
  narrative: visibleText(1, 20_000),
  action: visibleText(1, 4_000),
  /** From the authority's list. A printed report needs none. */
  indicators: v.pipe(v.array(v.pipe(v.string(), v.minLength(1), v.maxLength(50))), v.maxLength(50)),
  /** By transfer. */
  senders: v.record(v.string(), senderFacts),
})
export type FilingDraft = v.InferOutput<typeof draft>

/** The profile of a country: deadlines, codes and our ids, with their sources. */
const profile = v.record(v.string(), v.unknown())

/** Codes with their meanings, by the place in a profile that takes one of them. */
const codeLists = v.record(v.string(), v.record(v.string(), v.string()))

/** The largest schema file, in bytes. */
export const MOST_SCHEMA_BYTES = 1_048_576
const SCHEMA_BODY_BYTES = 2 * MOST_SCHEMA_BYTES

export const filingCalls = {
  listFilings: readCall({
    path: '/office/api/filings',
    summary: 'Reports to authorities, earliest deadline first; `all` includes ended ones',
    permission: 'reports.file',
    query: v.strictObject({ all: v.optional(v.literal('yes')) }),
    success: { 200: v.object({ filings: v.array(filing) }) },
  }),
  showFiling: readCall({
    path: '/office/api/filings/{number}',
    summary: 'One report with its deadline and missing fields',
    permission: 'reports.file',
    params: byNumber,
    success: { 200: filingPage },
    errors: ['action_refused'],
  }),
  readFilingFiles: readCall({
    path: '/office/api/filings/{number}/files',
    summary: 'A report’s files: a draft as it would be filed, an approved report as stored',
    permission: 'reports.file',
    params: byNumber,
    success: { 200: v.object({ files: v.array(file), version: v.nullable(v.string()) }) },
  }),
  checkFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/check',
    summary: 'Validate a draft: references, missing fields and the authority’s schema; stores nothing',
    permission: 'reports.file',
    /** `document`: answer with the document too. It names people, so the audit log records it. */
    body: v.strictObject({ draft, document: v.optional(v.literal(true)) }),
    success: {
      200: v.object({
        authority: v.string(),
        format: filing.entries.format,
        deadline,
        dueAt: dateTime,
        /** Empty unless asked for. */
        files: v.array(file),
        /** Names in the draft that do not exist. With any, the draft is not stored. */
        refusals: v.array(v.string()),
        /** Missing facts, and violations of the authority's schema. With any, the document is not approved. */
        problems: v.array(v.string()),
        notes: v.array(v.string()),
        isVoluntary: v.boolean(),
      }),
    },
    errors: ['action_refused'],
  }),
  draftFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings',
    summary: 'Draft a SAR about transfers or an account',
    permission: 'reports.file',
    body: v.strictObject({ draft, reason }),
    success: { 201: drafted },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  editFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/edit',
    summary: 'Replace the content of a draft; the member who edits it can’t approve it',
    permission: 'reports.file',
    params: byNumber,
    /** `draftedAt`: of the draft that was edited. */
    body: v.strictObject({ draft, draftedAt: dateTime, reason }),
    success: { 200: drafted },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  listReportProfiles: readCall({
    path: '/office/api/report-profiles',
    summary: 'Each country’s reporting profile',
    permission: 'reports.file',
    success: { 200: v.object({ profiles: v.array(v.object({ country, profile, codeLists })) }) },
  }),
  addReportSchema: officeCall({
    method: 'POST',
    path: '/office/api/report-schemas',
    summary: 'Add an authority’s schema file; a profile that names it puts it in use',
    permission: 'reports.change',
    bodyLimit: SCHEMA_BODY_BYTES,
    body: v.strictObject({
      format: v.picklist(['goaml', 'fincen']),
      name: v.pipe(v.string(), v.regex(/^[\w][\w .()-]{0,98}\.[Xx][Ss][Dd]$/)),
      content: v.pipe(v.string(), v.minLength(1), v.maxLength(MOST_SCHEMA_BYTES)),
    }),
    success: { 201: v.object({ schema: v.object({ name: v.string(), sha256: v.string() }), codeLists }) },
    errors: ['action_refused'],
  }),
  requestReportProfile: officeCall({
    method: 'POST',
    path: '/office/api/report-profiles/{country}',
    summary: 'Request a new reporting profile for a country, from a given day',
    permission: 'reports.change',
    asks: 'set_report_profile',
    params: v.strictObject({ country }),
    body: v.strictObject({ validFrom: calendarDate, profile, reason }),
    success: { 201: v.object({ approval }) },
    errors: askErrors,
  }),
  approveFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/approve',
    summary: 'Approve another member’s draft in the version you read',
    permission: 'reports.file',
    proof: 'call',
    params: byNumber,
    body: v.strictObject({ version: v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)), reason }),
    success: { 200: filingPage },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  withdrawFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/withdraw',
    summary: 'Withdraw a report before export',
    permission: 'reports.file',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: filingPage },
    errors: ['action_refused', ...twoPeopleErrors],
  }),
  exportFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/export',
    summary: 'Download an approved report’s files',
    permission: 'reports.file',
    proof: 'call',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: v.object({ files: v.array(file) }) },
    errors: ['action_refused'],
  }),
  acknowledgeFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/acknowledge',
    summary: 'Mark an exported report as filed, with the authority’s reference',
    permission: 'reports.file',
    params: byNumber,
    body: v.strictObject({ authorityId: v.pipe(v.string(), v.regex(/^\S.{0,99}$/)), reason }),
    success: { 200: filingPage },
    errors: ['action_refused'],
  }),
  readTravelRule: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/travel-rule',
    summary: 'A transfer’s travel-rule data, also as CSV, and its gaps',
    permission: 'reports.file',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
    success: {
      200: v.object({
        data: v.record(v.string(), v.nullable(v.string())),
        missing: v.array(v.string()),
        file,
      }),
    },
    errors: ['action_refused'],
  }),
  readStatistics: readCall({
    path: '/office/api/statistics',
    summary: 'A country’s regulatory statistics by day (UTC), also as CSV; at most 366 days',
    permission: 'reports.file',
    query: v.strictObject({ country, from: calendarDate, to: calendarDate }),
    success: {
      200: v.object({
        lines: v.array(
          v.object({
            day: v.string(),
            what: v.picklist(['inward', 'outward', 'credited']),
            otherCountry: v.nullable(v.string()),
            network: v.nullable(v.string()),
            count: v.number(),
            currency: v.string(),
            /** Minor units as text. */
            amount: v.string(),
          }),
        ),
        file,
      }),
    },
  }),
}
