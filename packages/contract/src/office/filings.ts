import * as v from 'valibot'
import { calendarDate, country, dateTime } from '../schema.ts'
import { officeCall, reason } from './call.ts'

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

const filingPage = v.object({
  ...filing.entries,
  /** The law's deadline, with its source. */
  deadline: v.object({ text: v.string(), source: v.string(), isConfirmed: v.boolean() }),
  /** Problems that the writer's checks found; empty when the document is complete. */
  problems: v.array(v.string()),
  /** SHA-256 of the approved document. */
  digest: v.nullable(v.string()),
  draftedAt: dateTime,
  approvedAt: v.nullable(dateTime),
})
export type OfficeFilingPage = v.InferOutput<typeof filingPage>

const file = v.object({ name: v.string(), text: v.string() })
const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^F-\d{6,12}$/)) })

const change = <const P extends string>(path: P, summary: string) =>
  officeCall({
    method: 'POST',
    path: `/office/api/filings/{number}/${path}`,
    summary,
    permission: 'reports.file',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: filingPage },
    errors: ['action_refused'],
  })

export const filingCalls = {
  listFilings: officeCall({
    method: 'GET',
    path: '/office/api/filings',
    summary: 'Reports to authorities, the first due one first; ended ones with `all`',
    permission: 'reports.file',
    query: v.strictObject({ all: v.optional(v.literal('yes')) }),
    success: { 200: v.object({ filings: v.array(filing) }) },
    errors: [],
  }),
  showFiling: officeCall({
    method: 'GET',
    path: '/office/api/filings/{number}',
    summary: 'One report with its deadline and what its document lacks',
    permission: 'reports.file',
    params: byNumber,
    success: { 200: filingPage },
    errors: ['action_refused'],
  }),
  approveFiling: change('approve', 'Approve a draft that another member made'),
  withdrawFiling: change('withdraw', 'Withdraw a report that was not exported'),
  exportFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/export',
    summary: 'Download the files of an approved report',
    permission: 'reports.file',
    params: byNumber,
    body: v.strictObject({ reason }),
    success: { 200: v.object({ files: v.array(file) }) },
    errors: ['action_refused'],
  }),
  acknowledgeFiling: officeCall({
    method: 'POST',
    path: '/office/api/filings/{number}/acknowledge',
    summary: 'Mark an exported report as filed, with the authority’s own reference',
    permission: 'reports.file',
    params: byNumber,
    body: v.strictObject({ authorityId: v.pipe(v.string(), v.regex(/^\S.{0,99}$/)), reason }),
    success: { 200: filingPage },
    errors: ['action_refused'],
  }),
  readStatistics: officeCall({
    method: 'GET',
    path: '/office/api/statistics',
    summary: 'The figures for a country’s regulator over days (UTC), also as CSV; at most 366 days',
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
    errors: [],
  }),
}
