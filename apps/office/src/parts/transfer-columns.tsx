import type { TransferHit } from '@sesa/contract/office'
import { amountText, countryName, gmtMoment, networkName, wordOf } from '../lib/words.ts'
import type { GridColumn } from '../table/columns.ts'
import { Tag } from './tag.tsx'

/** One colour for each state: done, moving, failed, or ended. */
const TONES: Readonly<Partial<Record<string, 'ok' | 'moving' | 'danger'>>> = {
  sent: 'ok',
  ...{ paid: 'moving', paying_out: 'moving', payout_unknown: 'moving', refunding: 'moving' },
  ...{ payout_failed: 'danger', refund_failed: 'danger' },
}

/** A transfer's state in one word: its hold, which waits for us, or else where its money is. */
function TransferState({ state, hold }: Pick<TransferHit, 'state' | 'hold'>) {
  return hold === null ? (
    <Tag tone={TONES[state] ?? 'plain'}>{wordOf('state', state)}</Tag>
  ) : (
    <Tag tone="warn">{wordOf('hold', hold)}</Tag>
  )
}

/** The columns of every list of transfers. */
export const TRANSFER_COLUMNS: readonly GridColumn<TransferHit>[] = [
  { key: 'reference', header: 'Reference', width: 148, text: (row) => row.reference },
  {
    key: 'state',
    header: 'State',
    width: 206,
    text: ({ state, hold }) => (hold === null ? wordOf('state', state) : wordOf('hold', hold)),
    render: (row) => <TransferState {...row} />,
  },
  {
    key: 'sent',
    header: 'Sent',
    width: 160,
    align: 'right',
    text: (row) => amountText(row.sent),
    order: (row) => row.sent.amount,
  },
  {
    key: 'arrives',
    header: 'Arrives',
    width: 160,
    align: 'right',
    text: (row) => amountText(row.arrives),
    order: (row) => row.arrives.amount,
  },
  { key: 'country', header: 'Country', width: 120, text: (row) => countryName(row.country), hidden: true },
  {
    key: 'network',
    header: 'Network',
    width: 130,
    text: (row) => networkName(row.network, row.country),
    leaves: 2,
  },
  {
    key: 'created',
    header: 'Created (GMT)',
    width: 190,
    text: (row) => gmtMoment(row.createdAt),
    at: (row) => row.createdAt,
    leaves: 1,
  },
]
