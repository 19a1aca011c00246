import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { APPROVAL_STATES, officeCalls, type Approval, type ApprovalState } from '@sesa/contract/office'
import { formatMoment } from '@sesa/web/format'
import { serverNow } from '@sesa/web/http'
import { SelectField } from '@sesa/web/ui/fields/select-field.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { amountText, spanText, STATE_WORDS } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { SandboxNotice } from '../../parts/sandbox-notice.tsx'
import { Tag } from '../../parts/tag.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'
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
  { key: 'now', header: 'Its state now', width: 200, text: (row) => row.about.state },
  { key: 'maker', header: 'Asked by', width: 150, text: (row) => row.maker.name },
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
  { key: 'mine', header: 'You may decide', width: 150, text: (row) => (row.mayDecide ? 'Yes' : '') },
  { key: 'checker', header: 'Decided by', width: 150, text: (row) => row.checker?.name ?? '', hidden: true },
  {
    key: 'asked',
    header: 'Asked',
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

const NONE: readonly Approval[] = []

function isState(text: string): text is ApprovalState {
  return (APPROVAL_STATES as readonly string[]).includes(text)
}

/** What waits for a second person, and what was decided. */
export default function ApprovalsPage() {
  const me = useMe()
  const navigate = useNavigate()
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({ state: 'pending' })
  const { state = '' } = filters
  const approvals = useInfiniteQuery({
    queryKey: ['approvals', 'list', state],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listApprovals, {
        query: {
          limit: '100',
          ...(isState(state) && { state }),
          ...(pageParam !== undefined && { cursor: pageParam }),
        },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(
    () => approvals.data?.pages.flatMap((page) => page.approvals) ?? NONE,
    [approvals.data],
  )
  return (
    <Page title="Approvals" width="wide" lead="Requests that need a second person. Never your own.">
      <SandboxNotice />
      <div className="sm:max-w-80 print:hidden">
        <SelectField
          id="state"
          label="State"
          value={isState(state) ? state : 'all'}
          options={[
            { value: 'all', label: 'All' },
            ...APPROVAL_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
          ]}
          onChange={(chosen) => setFilters({ ...filters, state: chosen })}
        />
      </div>
      <Loaded query={approvals} what="the approvals">
        {() => (
          <DataTable
            name="approvals"
            member={me.id}
            caption="Approvals"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            hrefOf={({ id }) => paths.approval(id)}
            onOpen={({ id }) => void navigate(paths.approval(id).slice(BASE.length))}
            filters={filters}
            onFilters={setFilters}
            more={
              approvals.hasNextPage
                ? { busy: approvals.isFetchingNextPage, load: () => void approvals.fetchNextPage() }
                : undefined
            }
            empty={
              state === 'pending'
                ? { title: 'Nothing waits', text: 'A request appears here as soon as someone makes it.' }
                : { title: 'No request in this state', text: 'Choose another state.' }
            }
          />
        )}
      </Loaded>
    </Page>
  )
}
