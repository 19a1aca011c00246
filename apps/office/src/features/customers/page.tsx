import { officeCalls, type CustomerHit } from '@sesa/contract/office'
import { callOffice, tryCall, usePages } from '../../lib/api.ts'
import { useListState } from '../../lib/list-state.ts'
import { paths } from '../../lib/paths.ts'
import { countryName, gmtMoment } from '../../lib/words.ts'
import type { Choice } from '../../parts/list-page.tsx'
import { Tag } from '../../parts/tag.tsx'
import { TextListPage } from '../../parts/text-list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'

const COLUMNS: readonly GridColumn<CustomerHit>[] = [
  { key: 'name', header: 'Name', width: 190, text: (row) => row.name ?? 'No name yet' },
  { key: 'phone', header: 'Phone', width: 150, text: (row) => row.phone ?? '' },
  { key: 'email', header: 'Email', width: 230, text: (row) => row.email ?? '', leaves: 2 },
  { key: 'country', header: 'Country', width: 130, text: (row) => countryName(row.country), leaves: 1 },
  {
    key: 'state',
    header: 'State',
    width: 110,
    text: stateOf,
    render: (row) => {
      const state = stateOf(row)
      return <Tag tone={state === 'Open' ? 'ok' : state === 'Locked' ? 'warn' : 'plain'}>{state}</Tag>
    },
  },
  {
    key: 'created',
    header: 'Created (GMT)',
    width: 190,
    text: (row) => gmtMoment(row.createdAt),
    at: (row) => row.createdAt,
  },
]

function stateOf({ closedAt, lockedAt }: CustomerHit): string {
  return closedAt !== null ? 'Closed' : lockedAt !== null ? 'Locked' : 'Open'
}

const CHOICES: readonly Choice[] = [
  {
    name: 'is',
    label: 'State',
    options: [
      { value: 'all', label: 'All' },
      { value: 'locked', label: 'Locked' },
      { value: 'closed', label: 'Closed' },
    ],
  },
]

/** All customers, newest first, and those that a search found. */
export default function CustomersPage() {
  const state = useListState('-created')
  const text = `${state.list.filter} ${state.list.text}`.trim()
  const sort = state.list.sort === 'created' ? 'created' : '-created'
  const pages = usePages(
    ['customers', text, sort],
    (cursor, signal) =>
      callOffice(officeCalls.listCustomers, {
        body: { text, sort, limit: '100', ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    ({ customers }) => customers,
  )
  return (
    <TextListPage
      title="Customers"
      lead="Search by name, number or email in the box above."
      page="customers"
      name="customers"
      what="the customers"
      state={state}
      pages={pages}
      choices={CHOICES}
      sorts={['created']}
      columns={COLUMNS}
      rowKey={({ id }) => id}
      hrefOf={({ id }) => paths.customer(id)}
      loadCsv={() => tryCall(officeCalls.exportCustomerList, { body: { text, sort } })}
      none={{ title: 'No customers yet', text: 'The first appears here after signing in with a number.' }}
    />
  )
}
