import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type OfficeCase } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { dueText, readable } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { moreOf, type Filters } from '../../table/data-table.tsx'

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
  { key: 'owner', header: 'Owner', width: 170, text: (row) => row.owner ?? 'Unassigned' },
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
const KIND_CHOICE: Choice = {
  name: 'kind',
  label: 'Kind',
  options: [{ value: 'all', label: 'All' }, ...KINDS.map((value) => ({ value, label: readable(value) }))],
}
const STATE_CHOICE: Choice = {
  name: 'state',
  label: 'State',
  options: [
    { value: 'all', label: 'All open' },
    ...STATES.map((value) => ({ value, label: readable(value) })),
  ],
}

const rowsOf = ({ pages }: InfiniteData<AnswerOf<typeof officeCalls.listCases>>) =>
  pages.flatMap((page) => page.cases)

/** Cases of screening and monitoring, the first due one first. */
export default function CasesPage() {
  const [filters, setFilters] = useState<Filters>({})
  const kind = KINDS.find((one) => one === filters['kind'])
  const state = STATES.find((one) => one === filters['state'])
  const cases = useInfiniteQuery({
    queryKey: ['cases', 'list', kind, state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listCases, { query: { kind, state, cursor: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return (
    <ListPage
      title="Cases"
      lead="Screening and monitoring cases, earliest deadline first."
      query={cases}
      what="the cases"
      choices={[KIND_CHOICE, STATE_CHOICE]}
      name="cases"
      columns={COLUMNS}
      rowsOf={rowsOf}
      rowKey={({ number }) => number}
      hrefOf={({ number }) => paths.case(number)}
      filters={filters}
      onFilters={setFilters}
      more={moreOf(cases)}
      empty={{ title: 'No cases', text: 'Queue clear. Try another filter.' }}
    />
  )
}
