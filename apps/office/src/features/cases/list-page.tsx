import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { officeCalls, type OfficeCase } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { dueText, readable } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

/** How long a case has until its deadline, or how long that has passed. */
const leftOf = ({ dueAt, state }: OfficeCase): string =>
  state === 'closed' ? '' : dueText(dueAt, serverNow())

const COLUMNS: readonly GridColumn<OfficeCase>[] = [
  { key: 'number', header: 'Case', width: 130, text: (row) => row.number },
  {
    key: 'due',
    header: 'Due in',
    width: 190,
    text: leftOf,
    at: (row) => row.dueAt,
  },
  { key: 'kind', header: 'Kind', width: 130, text: (row) => readable(row.kind) },
  { key: 'stage', header: 'Stage', width: 130, text: (row) => readable(row.stage) },
  { key: 'state', header: 'State', width: 130, text: (row) => readable(row.state) },
  { key: 'owner', header: 'Owner', width: 170, text: (row) => row.owner ?? 'Nobody' },
  { key: 'about', header: 'About', width: 320, text: (row) => `${readable(row.subjectKind)} ${row.subject}` },
  {
    key: 'opened',
    header: 'Opened',
    width: 250,
    text: (row) => formatMoment(row.openedAt),
    at: (row) => row.openedAt,
    hidden: true,
  },
  { key: 'outcome', header: 'Outcome', width: 180, text: (row) => readable(row.outcome ?? ''), hidden: true },
]

const KINDS = ['screening', 'monitoring'] as const
const STATES = ['open', 'reporting', 'closed'] as const
const ALL = { value: 'all', label: 'All' }
const NOT_CLOSED = { value: 'all', label: 'All that are not closed' }
const NONE: readonly OfficeCase[] = []

/** Cases of screening and monitoring, the first due one first. */
export default function CasesPage() {
  const me = useMe()
  const navigate = useNavigate()
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({})
  const kind = KINDS.find((one) => one === filters['kind'])
  const state = STATES.find((one) => one === filters['state'])
  const cases = useInfiniteQuery({
    queryKey: ['cases', 'list', kind, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listCases, { query: { kind, state, cursor: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => cases.data?.pages.flatMap((page) => page.cases) ?? NONE, [cases.data])
  const choose = (name: string) => (value: string) =>
    setFilters({ ...filters, [name]: value === 'all' ? '' : value })
  return (
    <Page title="Cases" width="wide" lead="What screening and monitoring found, the first due one first.">
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-160 print:hidden">
        <SelectField
          id="kind"
          label="Kind"
          value={kind ?? ALL.value}
          options={[ALL, ...KINDS.map((one) => ({ value: one, label: readable(one) }))]}
          onChange={choose('kind')}
        />
        <SelectField
          id="state"
          label="State"
          value={state ?? NOT_CLOSED.value}
          options={[NOT_CLOSED, ...STATES.map((one) => ({ value: one, label: readable(one) }))]}
          onChange={choose('state')}
        />
      </div>
      <Loaded query={cases} what="the cases">
        {() => (
          <DataTable
            name="cases"
            member={me.id}
            caption="Cases"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ number }) => number}
            hrefOf={({ number }) => paths.case(number)}
            onOpen={({ number }) => void navigate(paths.case(number).slice(BASE.length))}
            filters={filters}
            onFilters={setFilters}
            more={
              cases.hasNextPage
                ? { busy: cases.isFetchingNextPage, load: () => void cases.fetchNextPage() }
                : undefined
            }
            empty={{ title: 'No case here', text: 'Nothing waits, or the filter hides it.' }}
          />
        )}
      </Loaded>
    </Page>
  )
}
