import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { serverNow } from '@sesa/ui/api/http.ts'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice } from '../../lib/api.ts'
import { BASE, paths } from '../../lib/paths.ts'
import { useMe } from '../../lib/session.ts'
import { amountText, spanText, wordOf } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

type Held = AnswerOf<typeof officeCalls.listHolds>['holds'][number]

const COLUMNS: readonly GridColumn<Held>[] = [
  { key: 'reference', header: 'Reference', width: 140, text: (row) => row.reference },
  { key: 'reason', header: 'Reason', width: 200, text: (row) => wordOf('hold', row.reason) },
  { key: 'owner', header: 'Who decides', width: 140, text: (row) => wordOf('owner', row.owner) },
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
  { key: 'means', header: 'What it means', width: 320, text: (row) => row.means ?? '' },
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
  const holds = useQuery({
    queryKey: ['holds'],
    queryFn: ({ signal }) => callOffice(officeCalls.listHolds, { signal }),
  })
  return (
    <Page title="Holds" width="wide" lead="Transfers that wait for a person, longest held first.">
      <Loaded query={holds} what="the holds">
        {({ holds: held }) => <Queue held={held} />}
      </Loaded>
    </Page>
  )
}

function Queue({ held }: { held: readonly Held[] }) {
  const me = useMe()
  const navigate = useNavigate()
  const [filters, setFilters] = useState<Readonly<Record<string, string>>>({})
  const { owner = '', reason = '' } = filters
  const rows = useMemo(
    () =>
      held.filter((row) => (owner === '' || row.owner === owner) && (reason === '' || row.reason === reason)),
    [held, owner, reason],
  )
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2 lg:max-w-160 print:hidden">
        <Choice
          id="owner"
          label="Who decides"
          of="owner"
          value={owner}
          values={held.map((row) => row.owner)}
          onChange={(chosen) => setFilters({ ...filters, owner: chosen })}
        />
        <Choice
          id="reason"
          label="Reason of the hold"
          of="hold"
          value={reason}
          values={held.map((row) => row.reason)}
          onChange={(chosen) => setFilters({ ...filters, reason: chosen })}
        />
      </div>
      <DataTable
        name="holds"
        member={me.id}
        caption="Transfers on hold"
        columns={COLUMNS}
        rows={rows}
        rowKey={({ reference }) => reference}
        hrefOf={({ reference }) => paths.transfer(reference)}
        onOpen={({ reference }) => void navigate(paths.transfer(reference).slice(BASE.length))}
        filters={filters}
        onFilters={setFilters}
        empty={
          held.length === 0
            ? { title: 'No transfer is on hold', text: 'Nothing to decide right now.' }
            : { title: 'No hold matches', text: 'Choose another filter.' }
        }
      />
    </>
  )
}

const ALL = { value: 'all', label: 'All' }

interface ChoiceProps {
  id: string
  of: 'owner' | 'hold'
  label: string
  value: string
  values: readonly string[]
  onChange: (value: string) => void
}

function Choice({ id, of, label, value, values, onChange }: ChoiceProps) {
  const options = [...new Set(values)].toSorted().map((one) => ({ value: one, label: wordOf(of, one) }))
  return (
    <SelectField
      {...{ id, label }}
      value={value === '' ? ALL.value : value}
      options={[ALL, ...options]}
      onChange={(chosen) => onChange(chosen === ALL.value ? '' : chosen)}
    />
  )
}
