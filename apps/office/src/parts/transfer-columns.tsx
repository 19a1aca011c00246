import type { TransferHit } from '@sesa/contract/office'
import { countryName, gmtMoment, networkName, wordOf } from '../lib/words.ts'
import { amountColumn, type GridColumn } from '../table/columns.ts'
import { Tag } from './tag.tsx'

/** One colour for each state: done, moving, failed, or ended. */
const TONES: Readonly<Partial<Record<string, 'ok' | 'moving' | 'danger'>>> = {
  sent: 'ok',
  ...{ paid: 'moving', paying_out: 'moving', payout_unknown: 'moving', refunding: 'moving' },
  ...{ payout_failed: 'danger', refund_failed: 'danger' },
}

interface TransferStateProps {
  state: string
  hold: string | null
  /** Outside a table, where no colour and no column say that it is on hold. */
  isWhole?: true
}

/** A transfer's state in one word: its hold, which waits for us, or else where its money is. */
export function TransferState({ state, hold, isWhole }: TransferStateProps) {
  if (hold === null) return <Tag tone={TONES[state] ?? 'plain'}>{wordOf('state', state)}</Tag>
  return <Tag tone="warn">{`${isWhole ? 'On hold: ' : ''}${wordOf('hold', hold)}`}</Tag>
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
  amountColumn('sent', 'Sent', 160, (row) => row.sent),
  amountColumn('arrives', 'Arrives', 160, (row) => row.arrives),
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
