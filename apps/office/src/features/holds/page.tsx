import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { callOffice } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { amountText, spanText, wordOf } from '../../lib/words.ts'
import { ListPage, type Choice } from '../../parts/list-page.tsx'
import type { GridColumn } from '../../table/columns.ts'
import type { Filters } from '../../table/data-table.tsx'

type Held = AnswerOf<typeof officeCalls.listHolds>['holds'][number]

const COLUMNS: readonly GridColumn<Held>[] = [
  { key: 'reference', header: 'Reference', width: 140, text: (row) => row.reference },
  { key: 'reason', header: 'Reason', width: 200, text: (row) => wordOf('hold', row.reason) },
  { key: 'owner', header: 'Owner', width: 140, text: (row) => wordOf('owner', row.owner) },
  {
    key: 'amount',
    header: 'Amount',
    width: 140,
    align: 'right',
    text: (row) => amountText(row.amount),
    order: (row) => row.amount.amount,
  },
  {
    key: 'held',
    header: 'Held for',
    width: 120,
    text: (row) => spanText(Date.parse(row.since), serverNow()),
    order: (row) => -Date.parse(row.since),
    at: (row) => row.since,
  },
  { key: 'means', header: 'Meaning', width: 320, text: (row) => row.means ?? '' },
  { key: 'state', header: 'State', width: 150, text: (row) => wordOf('state', row.state), hidden: true },
  {
    key: 'since',
    header: 'Held since',
    width: 250,
    text: (row) => formatMoment(row.since),
    at: (row) => row.since,
    hidden: true,
  },
]

/** The transfers on hold, longest held first. */
export default function HoldsPage() {
  const [filters, setFilters] = useState<Filters>({})
  const { owner = '', reason = '' } = filters
  const holds = useQuery({
    queryKey: ['holds'],
    queryFn: ({ signal }) => callOffice(officeCalls.listHolds, { signal }),
  })
  const held = holds.data?.holds
  return (
    <ListPage
      title="Holds"
      lead="Transfers awaiting a decision, longest held first."
      query={holds}
      what="the holds"
      choices={
        held && [
          {
            name: 'owner',
            label: 'Owner',
            options: optionsOf(
              'owner',
              held.map((row) => row.owner),
            ),
          },
          {
            name: 'reason',
            label: 'Hold reason',
            options: optionsOf(
              'hold',
              held.map((row) => row.reason),
            ),
          },
        ]
      }
      name="holds"
      caption="Transfers on hold"
      columns={COLUMNS}
      rowsOf={({ holds: all }) =>
        all.filter((row) => (owner === '' || row.owner === owner) && (reason === '' || row.reason === reason))
      }
      rowKey={({ reference }) => reference}
      hrefOf={({ reference }) => paths.transfer(reference)}
      filters={filters}
      onFilters={setFilters}
      empty={
        held?.length === 0
          ? { title: 'No transfer is on hold', text: 'Nothing to decide right now.' }
          : { title: 'No matching hold', text: 'Choose another filter.' }
      }
    />
  )
}

function optionsOf(of: 'owner' | 'hold', values: readonly string[]): Choice['options'] {
  const words = [...new Set(values)].toSorted().map((value) => ({ value, label: wordOf(of, value) }))
  return [{ value: 'all', label: 'All' }, ...words]
}
