import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../../../db/index.ts'
import { officeRoute } from '../../../http/office/route.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { Refused } from '../../../lib/refused.ts'
import { appendRead } from '../../record/index.ts'
import { readDraft } from './drafts.ts'
import { digestOf } from './documents.ts'
import { REPORT_COUNTRIES, type Profile } from './profiles.ts'
import type { ReportsModule } from './service.ts'
import { statisticsAsCsv } from './statistics.ts'
import { missingFrom, travelRuleAsCsv } from './travel-rule.ts'
import type { FilingRow } from './writers/render.ts'

const DAY = 86_400_000
const MOST_DAYS = 366
const isoOf = (date: Date | null): string | null => date?.toISOString() ?? null

const presentFiling = (row: FilingRow, { authority, format }: Profile) => ({
  number: row.number,
  country: row.country,
  kind: row.kind,
  state: row.state,
  authority,
  format: row.kind === 'suspicion' ? format : ('csv' as const),
  caseNumber: row.case_number,
  from: row.period_from,
  to: row.period_to,
  knownAt: row.known_at.toISOString(),
  dueAt: row.due_at.toISOString(),
  draftedBy: row.drafted_by,
  approvedBy: row.approved_by,
  exportedAt: isoOf(row.exported_at),
  authorityId: row.authority_id,
  endedAt: isoOf(row.ended_at),
})

/** Returns the deadline of a report, with its source. */
function deadlineOf({ kind }: Pick<FilingRow, 'kind'>, { suspicion, returns }: Profile) {
  if (kind === 'suspicion') {
    const { amount, unit, source, isConfirmed } = suspicion
    return { text: `${amount} ${unit.replace('_', ' ')}`, source, isConfirmed }
  }
  const found = returns.find((one) => one.kind === kind)
  return {
    text: kind === 'weekly' ? 'after each week' : 'after each month',
    source: found?.source ?? 'not in the country’s profile any more',
    isConfirmed: found?.isConfirmed ?? false,
  }
}

/** Returns the content of a suspicious-activity report, which its approver must read; null for a report of figures. */
function contentOf({ kind, content }: FilingRow) {
  const read = kind === 'suspicion' ? readDraft(content) : null
  if (!read?.ok) return null
  const { transfers, account = null, narrative, action, indicators, senders } = read.value
  return { transfers, account, narrative, action, indicators, senders }
}

/** Returns a day as a time. Throws Refused `invalid_field` for a day that does not exist. */
function timeOf(day: string, field: string): number {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new Refused('invalid_field', { field, message: 'Enter a valid date.' })
  return at.getTime()
}

/** Serves reports to authorities and figures for regulators. Opening a report is recorded in the audit log. */
export function registerFilings(
  app: FastifyInstance,
  { db, reports }: { readonly db: Db; readonly reports: ReportsModule },
): void {
  async function show(number: string) {
    const shown = await reports.show(number)
    if (shown === undefined) throw new Refused('not_found')
    const { row, profile, problems, notes, files, version } = shown
    return {
      ...presentFiling(row, profile),
      deadline: deadlineOf(row, profile),
      problems: [...problems],
      notes: [...notes],
      content: contentOf(row),
      files: files.map((file) => ({
        name: file.name,
        bytes: Buffer.byteLength(file.text),
        digest: digestOf(file).toString('hex'),
      })),
      version,
      draftedAt: row.drafted_at.toISOString(),
      approvedAt: isoOf(row.approved_at),
    }
  }

  officeRoute(app, officeCalls.listFilings, async ({ query }) => {
    const rows = await reports.list({ isWhole: query.all === 'yes' })
    const profiles = new Map(
      await Promise.all(REPORT_COUNTRIES.map(async (code) => [code, await reports.profile(code)] as const)),
    )
    return {
      filings: rows.flatMap((row) => {
        const profile = profiles.get(row.country)
        return profile === undefined ? [] : [presentFiling(row, profile)]
      }),
    }
  })
  officeRoute(app, officeCalls.showFiling, async ({ params: { number }, member }) => {
    const page = await show(number)
    await appendRead(db, { member: member.id, action: 'filing.read', subject: number })
    return page
  })
  officeRoute(app, officeCalls.readFilingFiles, async ({ params: { number }, member }) => {
    const shown = await reports.show(number)
    if (shown === undefined) throw new Refused('not_found')
    await appendRead(db, { member: member.id, action: 'filing.read', subject: number })
    return { files: shown.files.map((file) => ({ ...file })), version: shown.version }
  })
  officeRoute(app, officeCalls.checkFiling, async ({ body: { draft, document = false }, member }) => {
    const { refusals, problems, notes, isVoluntary, profile, dueAt, files } = await reports.check(
      accepted(readDraft(draft)),
    )
    if (document) {
      const subject = draft.case ?? draft.account ?? draft.transfers[0] ?? null
      await appendRead(db, { member: member.id, action: 'filing.previewed', subject })
    }
    return {
      ...{ authority: profile.authority, format: profile.format, dueAt: dueAt.toISOString() },
      deadline: deadlineOf({ kind: 'suspicion' }, profile),
      files: document ? files.map((file) => ({ ...file })) : [],
      ...{ refusals: [...refusals], problems: [...problems], notes: [...notes], isVoluntary },
    }
  })
  officeRoute(app, officeCalls.draftFiling, async ({ body: { draft, reason }, member }) => {
    const { row, isVoluntary } = await reports.draft(accepted(readDraft(draft)), {
      staff: member.name,
      reason,
    })
    return { filing: await show(row.number), isVoluntary }
  })
  officeRoute(app, officeCalls.editFiling, async ({ params: { number }, body, member }) => {
    const { draft, draftedAt, reason } = body
    const { isVoluntary } = await reports.edit(number, accepted(readDraft(draft)), {
      ...{ staff: member.name, reason, draftedAt },
    })
    return { filing: await show(number), isVoluntary }
  })
  officeRoute(app, officeCalls.approveFiling, async ({ params: { number }, body, member }) => {
    const { version, reason } = body
    await reports.approve(number, { staff: member.name, reason }, version)
    return show(number)
  })
  officeRoute(app, officeCalls.withdrawFiling, async ({ params: { number }, body, member }) => {
    await reports.withdraw(number, { staff: member.name, reason: body.reason })
    return show(number)
  })
  officeRoute(app, officeCalls.exportFiling, async ({ params: { number }, body: { reason }, member }) => {
    const files = await reports.export(number, { staff: member.name, reason })
    return { files: files.map((file) => ({ ...file })) }
  })
  officeRoute(app, officeCalls.acknowledgeFiling, async ({ params: { number }, body, member }) => {
    const { authorityId, reason } = body
    await reports.acknowledge(number, authorityId, { staff: member.name, reason })
    return show(number)
  })

  officeRoute(
    app,
    officeCalls.readTravelRule,
    async ({ params: { reference }, body: { reason }, member }) => {
      const data = await reports.travelRule(reference, { staff: member.name, reason })
      const file = { name: `travel-rule-${reference}.csv`, text: travelRuleAsCsv(data) }
      return { data: { ...data }, missing: missingFrom(data), file }
    },
  )
  officeRoute(app, officeCalls.readStatistics, async ({ query: { country, from, to } }) => {
    const days = (timeOf(to, 'to') - timeOf(from, 'from')) / DAY + 1
    if (days < 1)
      throw new Refused('invalid_field', { field: 'to', message: 'The last day is before the first one.' })
    if (days > MOST_DAYS)
      throw new Refused('invalid_field', { field: 'to', message: `Choose at most ${MOST_DAYS} days.` })
    const lines = await reports.statistics(country, { from, to })
    return {
      lines: lines.map((line) => ({ ...line, amount: String(line.amount) })),
      file: { name: `statistics-${country}-${from}-${to}.csv`, text: statisticsAsCsv(lines) },
    }
  })
}
