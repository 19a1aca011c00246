import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { officeCalls, type CustomerHit, type TransferHit } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { EmptyState } from '@sesa/ui/feedback/empty-state.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Tag } from '../../parts/tag.tsx'
import { TRANSFER_COLUMNS } from '../../parts/transfer-columns.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

const CUSTOMER_COLUMNS: readonly GridColumn<CustomerHit>[] = [
  { key: 'name', header: 'Name', width: 180, text: (row) => row.name ?? 'No name yet' },
  { key: 'phone', header: 'Phone', width: 180, text: (row) => row.phone ?? '' },
  { key: 'email', header: 'Email', width: 220, text: (row) => row.email ?? '' },
  { key: 'country', header: 'Country', width: 100, text: (row) => row.country ?? '' },
  {
    key: 'state',
    header: 'State',
    width: 120,
    text: stateOf,
    render: (row) => {
      const state = stateOf(row)
      return <Tag tone={state === 'Open' ? 'ok' : 'warn'}>{state}</Tag>
    },
  },
  {
    key: 'created',
    header: 'Created',
    width: 250,
    text: (row) => formatMoment(row.createdAt),
    at: (row) => row.createdAt,
  },
]

function stateOf({ closedAt, lockedAt }: CustomerHit): string {
  return closedAt !== null ? 'Closed' : lockedAt !== null ? 'Locked' : 'Open'
}

/** What the header's search box found. */
export default function SearchPage() {
  const { state } = useLocation() as { state: { text?: string } | null }
  const text = state?.text ?? ''
  const found = useQuery({
    queryKey: ['search', text],
    queryFn: ({ signal }) => callOffice(officeCalls.search, { body: { text }, signal }),
    enabled: text !== '',
  })
  return (
    <Page
      title="Search"
      width="wide"
      lead={text === '' ? 'Press / to go to the search box.' : `Results for “${text}”`}
    >
      {text === '' ? (
        <EmptyState title="Find a customer or transfer">
          Enter a phone number, name, email address, reference, payment id or amount. Part of a name or
          reference is enough.
        </EmptyState>
      ) : (
        <Loaded query={found} what="the results">
          {({ customers, transfers }) => <Results {...{ customers, transfers }} />}
        </Loaded>
      )}
    </Page>
  )
}

function Results({ customers, transfers }: { customers: CustomerHit[]; transfers: TransferHit[] }) {
  const may = useMay()
  return (
    <>
      {may('customers.read') && (
        <>
          <h2 className="text-2xl">Customers</h2>
          <DataTable
            name="found-customers"
            caption="Customers found"
            columns={CUSTOMER_COLUMNS}
            rows={customers}
            rowKey={({ id }) => id}
            hrefOf={({ id }) => paths.customer(id)}
            empty={{
              title: 'No customer found',
              text: 'Try the full phone number or email address, or another part of the name.',
            }}
          />
        </>
      )}
      <h2 className="text-2xl">Transfers</h2>
      <DataTable
        name="found-transfers"
        caption="Transfers found"
        columns={TRANSFER_COLUMNS}
        rows={transfers}
        rowKey={({ reference }) => reference}
        hrefOf={({ reference }) => paths.transfer(reference)}
        empty={{ title: 'No transfer found', text: 'Try the full reference, for example S-WP41P8W7.' }}
      />
    </>
  )
}
