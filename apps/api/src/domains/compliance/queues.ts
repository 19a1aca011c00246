import { COUNTRIES } from '@sesa/contract'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../db/index.ts'
import { NO_MONEY, type Queue } from '../../lib/work.ts'
import { handOverCase } from './cases/overview.ts'
import type { CaseRow } from './cases/store.ts'
import { listFilings } from './reports/overview.ts'
import type { FilingRow } from './reports/writers/render.ts'

const CASE_TITLES: Readonly<Record<CaseRow['kind'], string>> = {
  screening: 'Screening match',
  monitoring: 'Monitoring alert',
}
const CASE_STAGES: Readonly<Record<CaseRow['stage'], string>> = {
  hold: 'Money waits',
  review: 'Review',
  report: 'Report due',
}

/** Open cases of screening and monitoring. */
const casesQueue = (db: Db): Queue => ({
  kind: 'cases',
  permission: 'cases.read',
  async read({ name }, limit) {
    const { rows } = await sql<
      Pick<CaseRow, 'number' | 'kind' | 'stage' | 'subject_kind' | 'opened_at' | 'due_at'> & {
        readonly ownerId: string | null
        readonly ownerName: string | null
        readonly isProposed: boolean
        readonly isWaiting: boolean
      }
    >`
      select c.number, c.kind, c.stage, c.subject_kind, c.opened_at, c.due_at, s.id as "ownerId", s.name as "ownerName",
        exists (select from case_proposals p where p.case_id = c.id and p.state = 'pending' and p.expires_at > now()
          and p.proposed_by = ${name}) as "isProposed",
        coalesce(c.wait_until > now(), false) as "isWaiting"
      from cases c left join staff_members s on lower(s.name) = lower(c.owner) and s.ended_at is null
      where c.state <> 'closed' order by c.due_at, c.id limit ${limit}`.execute(db)
    return rows.map((row) => ({
      kind: 'cases',
      id: row.number,
      title: CASE_TITLES[row.kind],
      about: `${CASE_STAGES[row.stage]}, ${row.subject_kind}`,
      ...NO_MONEY,
      since: row.opened_at,
      dueAt: row.due_at,
      owner: row.ownerId === null || row.ownerName === null ? null : { id: row.ownerId, name: row.ownerName },
      waitsFor: row.isProposed ? 'A second person' : row.isWaiting ? 'A later time' : null,
    }))
  },
  assign: (number, { from, to }, { name }) => handOverCase(db, number, { from, to: to && name, staff: name }),
})

const readable = (code: string): string => code.charAt(0).toUpperCase() + code.slice(1).replaceAll('_', ' ')

/** Identity checks that the providers could not decide. */
export const identityQueue = (db: Db): Queue => ({
  kind: 'identity',
  permission: 'identity.review',
  async read(_worker, limit) {
    const { rows } = await sql<{
      readonly id: string
      readonly reason: string | null
      readonly since: Date
      readonly isAsked: boolean
    }>`
      select i.id, i.reason, i.updated_at as since,
        exists (select from approvals a where a.entity = i.id::text and a.action = 'review_identity'
          and (a.state = 'approved' or (a.state = 'pending' and a.expires_at > now()))) as "isAsked"
      from identity_checks i where i.state = 'needs_review' order by i.updated_at limit ${limit}`.execute(db)
    return rows.map(({ id, reason, since, isAsked }) => ({
      kind: 'identity',
      id,
      title: 'Identity check',
      about: readable(reason ?? 'unknown'),
      ...NO_MONEY,
      since,
      dueAt: null,
      waitsFor: isAsked ? 'Approval' : null,
    }))
  },
})

const REPORT_TITLES: Readonly<Record<FilingRow['kind'], string>> = {
  suspicion: 'SAR',
  weekly: 'Weekly statistics',
  monthly: 'Monthly statistics',
}
const REPORT_STATES: Readonly<Record<string, string>> = { draft: 'Draft', approved: 'To export' }

/** Reports that no authority has confirmed. */
const reportsQueue = (db: Db): Queue => ({
  kind: 'reports',
  permission: 'reports.file',
  async read({ name }, limit) {
    return (await listFilings(db)).slice(0, limit).map((row) => ({
      kind: 'reports',
      id: row.number,
      title: REPORT_TITLES[row.kind],
      about: [
        COUNTRIES.find(({ code }) => code === row.country)?.name ?? row.country,
        REPORT_STATES[row.state] ?? 'Exported',
      ].join(', '),
      ...NO_MONEY,
      since: row.drafted_at,
      // An exported report is out in time: only its confirmation is missing.
      dueAt: row.state === 'exported' ? null : row.due_at,
      waitsFor:
        row.state === 'exported'
          ? 'The authority'
          : row.state === 'draft' && row.drafted_by === name
            ? 'A second person'
            : null,
    }))
  },
})

/** The queues of compliance. */
export const complianceQueues = (db: Db): readonly Queue[] => [
  casesQueue(db),
  identityQueue(db),
  reportsQueue(db),
]

/** Reports by kind, number, state, due time and author: for searches of members with `reports.file`. */
export const reportsFound = (): RawBuilder<unknown> =>
  sql`select 'report', number, state, case when ended_at is null then due_at end, drafted_by from filings`

/** Open reports by draft and due time: for counts of members with `reports.file`. */
export const openReports = (): RawBuilder<unknown> =>
  sql`select drafted_at, due_at from filings
    where state in ('draft', 'approved') and state not in ('acknowledged', 'withdrawn') order by due_at`
