import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { officeCalls, type TreasuryEntry } from '@sesa/contract/office'
import { formatDate } from '@sesa/ui/format.ts'
import { callOffice } from '../../lib/api.ts'
import { ADJUSTS_WORDS, amountText, ENTRY_WORDS, providerName } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable, moreOf } from '../../table/data-table.tsx'

const COLUMNS: readonly GridColumn<TreasuryEntry>[] = [
  { key: 'at', header: 'Booked', width: 130, text: (row) => formatDate(row.at), at: (row) => row.at },
  {
    key: 'entry',
    header: 'Entry',
    width: 225,
    text: (row) => `${ENTRY_WORDS[row.kind]}, ${providerName(row.account)}`,
  },
  {
    key: 'amount',
    header: 'Amount',
    width: 150,
    align: 'right',
    text: (row) => amountText(row.amount),
    order: (row) => row.amount.amount,
  },
  {
    key: 'paid',
    header: 'Paid or sold',
    width: 140,
    leaves: 3,
    align: 'right',
    text: (row) => (row.paid === null ? '' : amountText(row.paid)),
    order: (row) => row.paid?.amount ?? 0,
  },
  { key: 'reference', header: 'Reference', width: 130, text: (row) => row.reference },
  { key: 'enteredBy', header: 'Requested by', width: 150, leaves: 2, text: (row) => row.enteredBy },
  { key: 'approvedBy', header: 'Approved by', width: 145, leaves: 1, text: (row) => row.approvedBy ?? '' },
  {
    key: 'as',
    header: 'Booked as',
    width: 150,
    text: (row) => (row.as === null ? '' : ADJUSTS_WORDS[row.as]),
    hidden: true,
  },
  { key: 'reason', header: 'Reason', width: 280, text: (row) => row.reason, hidden: true },
]
const NONE: readonly TreasuryEntry[] = []

/** The movements that staff have entered, newest first. */
export function Entries() {
  const entries = useInfiniteQuery({
    queryKey: ['entries'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      callOffice(officeCalls.listTreasuryEntries, {
        query: { limit: '100', ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const rows = useMemo(() => entries.data?.pages.flatMap((page) => page.entries) ?? NONE, [entries.data])
  return (
    <Loaded query={entries} what="the entries">
      {() => (
        <>
          <h2>Entries</h2>
          <DataTable
            name="treasury-entries"
            caption="Treasury entries"
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            more={moreOf(entries)}
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
