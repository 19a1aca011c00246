import { useInfiniteQuery, type InfiniteData } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { APPROVAL_STATES, officeCalls, type Approval } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { amountText, spanText, STATE_WORDS } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { moreOf, type Filters } from '../../table/data-table.tsx'
import { StateTag } from './state-tag.tsx'

const COLUMNS: readonly GridColumn<Approval>[] = [
  { key: 'action', header: 'Action', width: 230, text: (row) => row.title },
  { key: 'entity', header: 'About', width: 200, text: (row) => row.about.label },
  {
    key: 'amount',
    header: 'Amount',
    width: 140,
    align: 'right',
    text: (row) => (row.about.amount === null ? '' : amountText(row.about.amount)),
    order: (row) => row.about.amount?.amount ?? 0,
  },
  { key: 'now', header: 'Current state', width: 200, text: (row) => row.about.state },
  { key: 'maker', header: 'Requested by', width: 150, text: (row) => row.maker.name },
  { key: 'reason', header: 'Reason', width: 240, text: (row) => row.reason },
  {
    key: 'age',
    header: 'Age',
    width: 120,
    text: (row) => spanText(Date.parse(row.madeAt), serverNow()),
    order: (row) => -Date.parse(row.madeAt),
    at: (row) => row.madeAt,
    render: (row) => <Age approval={row} />,
  },
  {
    key: 'expires',
    header: 'Expires',
    width: 250,
    text: (row) => formatMoment(row.expiresAt),
    at: (row) => row.expiresAt,
  },
  {
    key: 'state',
    header: 'State',
    width: 230,
    text: (row) => STATE_WORDS[row.state],
    render: (row) => <StateTag state={row.state} />,
  },
  { key: 'mine', header: 'You can decide', width: 150, text: (row) => (row.mayDecide ? 'Yes' : '') },
  { key: 'checker', header: 'Decided by', width: 150, text: (row) => row.checker?.name ?? '', hidden: true },
  {
    key: 'asked',
    header: 'Requested',
    width: 250,
    text: (row) => formatMoment(row.madeAt),
    at: (row) => row.madeAt,
    hidden: true,
  },
]

/** A request in the last quarter of its time is marked. */
function Age({ approval: { madeAt, expiresAt, state } }: { approval: Approval }) {
  const [made, expires, now] = [Date.parse(madeAt), Date.parse(expiresAt), serverNow()]
  const text = spanText(made, now)
  const late = state === 'pending' && 4 * (expires - now) < expires - made
  return late ? <Tag tone="danger">{text}, expires soon</Tag> : text
}

const STATE_CHOICE: Choice = {
  name: 'state',
  label: 'State',
  options: [
    { value: 'all', label: 'All' },
    ...APPROVAL_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
  ],
}

const rowsOf = ({ pages }: InfiniteData<AnswerOf<typeof officeCalls.listApprovals>>) =>
  pages.flatMap((page) => page.approvals)

/** Lists pending and decided requests. */
export default function ApprovalsPage() {
  const [filters, setFilters] = useState<Filters>({ state: 'pending' })
  const state = APPROVAL_STATES.find((one) => one === filters['state'])
  const approvals = useInfiniteQuery({
    queryKey: ['approvals', 'list', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listApprovals, { query: { limit: '100', state, cursor: pageParam }, signal }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  return (
    <ListPage
      title="Approvals"
      lead="Requests awaiting approval. Another member decides yours."
      query={approvals}
      what="the approvals"
      intro={<SandboxNotice />}
      choices={[STATE_CHOICE]}
      name="approvals"
      columns={COLUMNS}
      rowsOf={rowsOf}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => paths.approval(id)}
      filters={filters}
      onFilters={setFilters}
      more={moreOf(approvals)}
      empty={
        state === 'pending'
          ? { title: 'Nothing to approve', text: 'New requests appear here.' }
          : { title: 'No matching request', text: 'Choose another state.' }
      }
    />
  )
}
