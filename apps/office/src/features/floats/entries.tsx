import { officeCalls, type TreasuryEntry } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { callOffice, usePages } from '../../lib/api.ts'
import { ADJUSTS_WORDS, ENTRY_WORDS, providerName } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { amountColumn, type GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

const COLUMNS: readonly GridColumn<TreasuryEntry>[] = [
  { key: 'at', header: 'Booked', width: 130, text: (row) => formatDate(row.at), at: (row) => row.at },
  {
    key: 'entry',
    header: 'Entry',
    width: 225,
    text: (row) => `${ENTRY_WORDS[row.kind]}, ${providerName(row.account)}`,
  },
  amountColumn('amount', 'Amount', 150, (row) => row.amount),
  amountColumn('paid', 'Paid or sold', 140, (row) => row.paid),
  { key: 'reference', header: 'Reference', width: 130, text: (row) => row.reference },
  { key: 'enteredBy', header: 'Requested by', width: 150, text: (row) => row.enteredBy },
  { key: 'approvedBy', header: 'Approved by', width: 145, text: (row) => row.approvedBy ?? '' },
  {
    key: 'as',
    header: 'Booked as',
    width: 150,
    text: (row) => (row.as === null ? '' : ADJUSTS_WORDS[row.as]),
    hidden: true,
  },
  { key: 'reason', header: 'Reason', width: 280, text: (row) => row.reason, hidden: true },
]

/** The movements that staff have entered, newest first. */
export function Entries() {
  const { query, rows, more } = usePages(
    ['entries'],
    (cursor, signal) =>
      callOffice(officeCalls.listTreasuryEntries, { query: { limit: '100', cursor }, signal }),
    ({ entries }) => entries,
  )
  return (
    <Loaded query={query} what="the entries">
      {() => (
        <>
          <h2>Entries</h2>
          <DataTable
            name="treasury-entries"
            caption="Treasury entries"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            more={more}
            empty={{
              title: 'No entries yet',
              text: 'Start with the opening balance of each wallet and the bank account.',
            }}
          />
        </>
      )}
    </Loaded>
  )
}
