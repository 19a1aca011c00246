import { DIRECTIONS, NETWORKS } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { callOffice, tryCall, usePages } from '../../lib/api.ts'
import { useListState } from '../../lib/list-state.ts'
import { paths } from '../../lib/paths.ts'
import { countryName, readable } from '../../lib/words.ts'
import type { Choice } from '../../parts/list-page.tsx'
import { TextListPage } from '../../parts/text-list-page.tsx'
import { TRANSFER_COLUMNS } from '../../parts/transfer-columns.tsx'

const ALL = { value: 'all', label: 'All' }

const CHOICES: readonly Choice[] = [
  {
    name: 'is',
    label: 'State',
    options: [
      ALL,
      { value: 'held', label: 'On hold' },
      { value: 'review', label: 'Under review' },
      { value: 'open', label: 'Unfinished' },
      { value: 'failed', label: 'Failed' },
      { value: 'sent', label: 'Sent' },
      { value: 'refunded', label: 'Refunded' },
      { value: 'cancelled', label: 'Cancelled' },
      { value: 'unpaid', label: 'Awaiting payment' },
    ],
  },
  {
    name: 'corridor',
    label: 'Corridor',
    options: [
      ALL,
      ...DIRECTIONS.map(({ from, to }) => ({
        value: `${from}-${to}`.toLowerCase(),
        label: `${countryName(from)} to ${countryName(to)}`,
      })),
    ],
  },
  {
    name: 'network',
    label: 'Network',
    options: [
      ALL,
      ...[...new Set(NETWORKS.map(({ value }) => value))].map((value) => ({
        value: value.split('/')[0] ?? value,
        label: value === 'mtn' ? 'MTN' : readable(value),
      })),
    ],
  },
]

const SORTS = ['created', 'sent'] as const
type Sort = (typeof SORTS)[number] | `-${(typeof SORTS)[number]}`
const sortOf = (sort: string): Sort =>
  SORTS.flatMap((one) => [one, `-${one}`] as const).find((one) => one === sort) ?? '-created'

/** All transfers, newest first, and those that a search found. */
export default function TransfersPage() {
  const state = useListState('-created')
  const text = `${state.list.filter} ${state.list.text}`.trim()
  const sort = sortOf(state.list.sort)
  const pages = usePages(
    ['transfers', text, sort],
    (cursor, signal) =>
      callOffice(officeCalls.listTransfers, {
        body: { text, sort, limit: '100', ...(cursor !== undefined && { cursor }) },
        signal,
      }),
    ({ transfers }) => transfers,
  )
  return (
    <TextListPage
      title="Transfers"
      lead="Search by name, number or amount in the box above."
      page="transfers"
      name="transfers"
      what="the transfers"
      state={state}
      pages={pages}
      choices={CHOICES}
      sorts={SORTS}
      columns={TRANSFER_COLUMNS}
      rowKey={({ reference }) => reference}
      hrefOf={({ reference }) => paths.transfer(reference)}
      loadCsv={() => tryCall(officeCalls.exportTransferList, { body: { text, sort } })}
      none={{ title: 'No transfers yet', text: 'The first appears here when a customer opens a payment.' }}
    />
  )
}
