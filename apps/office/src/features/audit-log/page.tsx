import { useInfiniteQuery, useQuery, type InfiniteData } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type AuditEntry } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Button } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Facts } from '@sesa/ui/layout/card.tsx'
import { Dialog } from '@sesa/ui/overlay/dialog.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { auditWord } from '../../lib/words.ts'
import { ExportAll } from '../../parts/export-all.tsx'
import { ListPage } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { moreOf, type Filters } from '../../table/data-table.tsx'
import { Diff } from '../../parts/diff.tsx'

const COLUMNS: readonly GridColumn<AuditEntry>[] = [
  {
    key: 'seq',
    header: 'Number',
    width: 100,
    text: (row) => row.seq,
    order: (row) => Number.parseInt(row.seq, 10),
  },
  {
    key: 'at',
    header: 'When',
    width: 250,
    text: (row) => formatMoment(row.at),
    at: (row) => row.at,
  },
  { key: 'actor', header: 'Member', width: 160, text: actorOf },
  { key: 'action', header: 'Action', width: 200, text: (row) => auditWord(row.action) },
  { key: 'subject', header: 'About', width: 200, text: (row) => aboutOf(row) ?? '' },
  { key: 'reason', header: 'Reason', width: 280, text: (row) => row.reason ?? '' },
  { key: 'hash', header: 'Hash', width: 240, text: (row) => row.hash, hidden: true },
]

function actorOf({ actor, memberId }: AuditEntry): string {
  return actor ?? (memberId === null ? 'System' : 'Erased')
}

function aboutOf({ request, subject }: AuditEntry): string | null {
  return request === null ? subject : `${request.title}: ${request.entity}`
}

const rowsOf = ({ pages }: InfiniteData<AnswerOf<typeof officeCalls.listAudit>>) =>
  pages.flatMap((page) => page.entries)

/** The audit log, newest first. */
export default function AuditPage() {
  const [filters, setFilters] = useState<Filters>({})
  const [open, setOpen] = useState<AuditEntry | null>(null)
  const { member = '', subject = '', action = '' } = filters
  const log = useInfiniteQuery({
    queryKey: ['audit', member, subject, action],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listAudit, {
        query: { limit: '100', member, subject, action, cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return (
    <ListPage
      title="Audit log"
      lead="Every action by staff and the product. Entries never change."
      query={log}
      what="the audit log"
      intro={
        <>
          <FilterForm
            key={JSON.stringify(filters)}
            filters={filters}
            onFilters={setFilters}
            actions={log.data?.pages[0]?.actions ?? (action ? [action] : [])}
          />
          <ExportAll
            label="Export all matches"
            load={() => tryCall(officeCalls.exportAudit, { query: { member, subject, action } })}
          />
        </>
      }
      name="audit"
      columns={COLUMNS}
      rowsOf={rowsOf}
      rowKey={({ seq }) => seq}
      onOpen={setOpen}
      filters={filters}
      onFilters={setFilters}
      more={moreOf(log)}
      empty={{ title: 'No matching entry', text: 'Remove a filter.' }}
    >
      {open && <Entry entry={open} onClose={() => setOpen(null)} />}
    </ListPage>
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
  const staff = useQuery({
    queryKey: ['staff'],
    queryFn: ({ signal }) => callOffice(officeCalls.listStaff, { signal }),
    enabled: may('staff.read'),
  })
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
          { key: 'seq', label: 'Number', value: entry.seq },
          { key: 'at', label: 'When', value: formatMoment(entry.at) },
          { key: 'who', label: 'Member', value: actorOf(entry) },
          ...(entry.proposedBy === null
            ? []
            : [{ key: 'proposed', label: 'Requested by', value: entry.proposedBy }]),
          ...(entry.approvedBy === null
            ? []
            : [{ key: 'approved', label: 'Approved by', value: entry.approvedBy }]),
          {
            key: 'about',
            label: 'About',
            value: <span className="break-all">{aboutOf(entry) ?? 'None'}</span>,
          },
          { key: 'reason', label: 'Reason', value: entry.reason ?? 'None' },
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
