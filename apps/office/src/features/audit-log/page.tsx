import { useState, type FormEvent, type ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type AuditEntry } from '@sesa/contract/office'
import { formatDate, formatMoment, formatTime } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { callOffice, tryCall, useCall, usePages } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { auditWord, readable } from '../../lib/words.ts'
import { ExportAll } from '../../parts/export-all.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import { changesOf, Diff } from '../../parts/diff.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { Tag } from '../../parts/tag.tsx'
import { valueText } from '../../parts/values.tsx'
import type { GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'
import { Retention } from './retention.tsx'

const COLUMNS: readonly GridColumn<AuditEntry>[] = [
  {
    key: 'seq',
    header: 'No.',
    width: 55,
    text: (row) => row.seq,
    order: (row) => Number.parseInt(row.seq, 10),
  },
  {
    key: 'at',
    header: 'When',
    width: 180,
    text: (row) => `${formatDate(row.at)}, ${formatTime(row.at)}`,
    at: (row) => row.at,
  },
  { key: 'asked', header: 'Asked by', width: 150, text: (row) => membersOf(row).asked },
  { key: 'approved', header: 'Approved by', width: 150, leaves: 2, text: (row) => membersOf(row).approved },
  { key: 'action', header: 'Action', width: 160, text: (row) => auditWord(row.action) },
  { key: 'subject', header: 'About', width: 125, leaves: 1, text: (row) => aboutOf(row) ?? '' },
  { key: 'change', header: 'Before → after', width: 136, leaves: 3, text: (row) => changeText(row) },
  { key: 'reason', header: 'Reason', width: 200, leaves: 4, text: (row) => row.reason ?? '' },
  { key: 'hash', header: 'Hash', width: 240, text: (row) => row.hash, hidden: true },
]

/** Returns who asked for an action, and who approved it; the second is empty where one member was enough. */
export function membersOf(entry: Pick<AuditEntry, 'actor' | 'memberId' | 'proposedBy' | 'approvedBy'>) {
  const { actor, memberId, proposedBy, approvedBy } = entry
  const acted = actor ?? (memberId === null ? 'System' : 'Erased')
  // What a member confirms, another one proposed.
  return { asked: proposedBy ?? acted, approved: approvedBy ?? (proposedBy === null ? '' : acted) }
}

/** Returns what changed, in a line. */
const changeText = ({ before, after }: AuditEntry): string =>
  changesOf(before, after)
    .filter(({ kind }) => kind !== 'same')
    .map(({ name, before: old, after: now }) => `${readable(name)}: ${valueText(old)} → ${valueText(now)}`)
    .join('; ')

function aboutOf({ request, subject }: AuditEntry): string | null {
  return request === null ? subject : `${request.title}: ${request.entity}`
}

/** The audit log, and what is kept how long. */
export default function AuditPage() {
  const may = useMay()
  const [query] = useSearchParams()
  const isRetention = query.get('tab') === 'retention' || !may('audit.read')
  const tabs = (
    <PageTabs
      label="Records"
      tabs={[
        ...(may('audit.read') ? [{ href: paths.audit, label: 'Audit log', isCurrent: !isRetention }] : []),
        ...(may('retention.read')
          ? [{ href: paths.retention, label: 'Retention', isCurrent: isRetention }]
          : []),
      ]}
    />
  )
  if (!isRetention) return <Log tabs={tabs} />
  return (
    <Page title="Retention" width="wide">
      {tabs}
      <Retention />
    </Page>
  )
}

/** The audit log, newest first. */
function Log({ tabs }: { tabs: ReactNode }) {
  const [filters, setFilters] = useState<Filters>({})
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const { member = '', subject = '', action = '' } = filters
  const { query, rows, more, first } = usePages(
    ['audit', member, subject, action],
    (cursor, signal) =>
      callOffice(officeCalls.listAudit, { query: { limit: '100', member, subject, action, cursor }, signal }),
    ({ entries }) => entries,
  )
  return (
    <ListPage
      title="Audit log"
      lead="Every action by staff and the product. Entries never change."
      query={query}
      what="the audit log"
      intro={
        <>
          {tabs}
          {first && <Chain chain={first.chain} />}
          <FilterForm
            key={JSON.stringify(filters)}
            filters={filters}
            onFilters={setFilters}
            actions={first?.actions ?? (action ? [action] : [])}
          />
          <ExportAll
            label="Export all matches"
            load={() => tryCall(officeCalls.exportAudit, { query: { member, subject, action } })}
          />
        </>
      }
      name="audit"
      columns={COLUMNS}
      rows={rows}
      rowKey={({ seq }) => seq}
      onOpen={setOpen}
      filters={filters}
      onFilters={setFilters}
      more={more}
      empty={{ title: 'No matching entry', text: 'Remove a filter.' }}
    >
      {open && <Entry entry={open} onClose={() => setOpen(null)} />}
    </ListPage>
  )
}

/** Says when the whole chain was last checked, and the result. */
function Chain({ chain }: { chain: AnswerOf<typeof officeCalls.listAudit>['chain'] }) {
  if (chain === null)
    return <p className="text-muted">The chain is checked every day at 06:00 UTC. It wasn’t yet.</p>
  const { at, entries, anchors, broken } = chain
  if (broken !== null)
    return (
      <Notice tone="error" title={`The chain is broken, checked ${formatMoment(at)}`}>
        {broken}. Stop and tell an administrator.
      </Notice>
    )
  return (
    <p>
      <Tag tone="ok">Chain checked</Tag> {formatMoment(at)}, {entries} entries,{' '}
      {anchors === 0 ? 'not anchored' : 'anchored'}
    </p>
  )
}

const EVERYONE = { value: 'everyone', label: 'All members' }

const EVERYTHING = { value: 'everything', label: 'All actions' }

function FilterForm({
  filters,
  onFilters,
  actions,
}: {
  filters: Filters
  onFilters: (filters: Filters) => void
  actions: readonly string[]
}) {
  const may = useMay()
  const [typed, setTyped] = useState(filters)
  const staff = useCall(['staff'], officeCalls.listStaff, {}, { enabled: may('staff.read') })
  const change = (name: string) => (value: string) => setTyped({ ...typed, [name]: value })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onFilters({ ...typed, subject: (typed['subject'] ?? '').trim() })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4 print:hidden"
    >
      <SelectField
        id="member"
        label="Member"
        value={typed['member'] || EVERYONE.value}
        options={[
          EVERYONE,
          ...(staff.data?.members ?? []).map(({ id, name }) => ({ value: id, label: name })),
        ]}
        onChange={(chosen) => change('member')(chosen === EVERYONE.value ? '' : chosen)}
      />
      <TextField
        id="subject"
        label="About"
        placeholder="S-WP41P8W7 or an id"
        autoComplete="off"
        value={typed['subject'] ?? ''}
        onChange={change('subject')}
      />
      <SelectField
        id="action"
        label="Action"
        value={typed['action'] || EVERYTHING.value}
        options={[EVERYTHING, ...actions.map((value) => ({ value, label: auditWord(value) }))]}
        onChange={(chosen) => change('action')(chosen === EVERYTHING.value ? '' : chosen)}
      />
      <Button type="submit" variant="secondary">
        Filter
      </Button>
    </form>
  )
}

function Entry({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  return (
    <Dialog open title={auditWord(entry.action)} onClose={onClose}>
      <Facts
        compact
        facts={[
          { label: 'Number', value: entry.seq },
          { label: 'When', value: formatMoment(entry.at) },
          { label: 'Asked by', value: membersOf(entry).asked },
          { label: 'Approved by', value: membersOf(entry).approved || 'One member' },
          { label: 'About', value: <span className="break-all">{aboutOf(entry) ?? 'None'}</span> },
          { label: 'Reason', value: entry.reason ?? 'None' },
        ]}
      />
      <h3 className="text-lg">Before and after</h3>
      <Diff before={entry.before} after={entry.after} />
      <p className="text-muted">
        Hash: <span className="break-all">{entry.hash}</span>
      </p>
    </Dialog>
  )
}
