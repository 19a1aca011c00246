import type { TransferHit } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { amountText, networkName, wordOf } from '../lib/words.ts'
import type { GridColumn } from '../table/columns.ts'
import { Tag } from './tag.tsx'

/** The columns of every list of transfers. */
export const TRANSFER_COLUMNS: readonly GridColumn<TransferHit>[] = [
  { key: 'reference', header: 'Reference', width: 140, text: (row) => row.reference },
  { key: 'state', header: 'State', width: 150, text: (row) => wordOf('state', row.state) },
  {
    key: 'hold',
    header: 'Hold',
    width: 180,
    text: (row) => (row.hold === null ? '' : wordOf('hold', row.hold)),
    render: (row) => (row.hold === null ? '' : <Tag tone="warn">{wordOf('hold', row.hold)}</Tag>),
  },
  {
    key: 'sent',
    header: 'Sent',
    width: 140,
    align: 'right',
    text: (row) => amountText(row.sent),
    order: (row) => row.sent.amount,
  },
  {
    key: 'arrives',
    header: 'Arrives',
    width: 140,
    align: 'right',
    text: (row) => amountText(row.arrives),
    order: (row) => row.arrives.amount,
  },
  { key: 'country', header: 'Country', width: 100, text: (row) => row.country, hidden: true },
  { key: 'network', header: 'Network', width: 120, text: (row) => networkName(row.network, row.country) },
  {
    key: 'created',
    header: 'Created',
    width: 250,
    text: (row) => formatMoment(row.createdAt),
    at: (row) => row.createdAt,
  },
]
