import { findCountry } from '@sesa/contract'
import { localMinute } from '../../../lib/zones.ts'
import { money, toMajorString, type CurrencyCode } from '@sesa/money'
import type { TransferRow } from '../state/transfer-row.ts'
import { listedStatus } from './view.ts'

/** Returns the names of the columns; dates are in this zone. */
export const csvHeader = (zone: string): readonly string[] => [
  `Date (${zone})`,
  'Reference',
  'Recipient',
  'Country',
  'Status',
  'Sent amount',
  'Sent currency',
  'Fee',
  'Total paid',
  'Received amount',
  'Received currency',
]

const WORDS = {
  checking: 'Checking',
  awaiting_payment: 'Waiting for your approval',
  processing: 'Processing',
  sent: 'Sent',
  failed: 'Failed',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  held: 'On hold',
} as const

const major = (amount: bigint, currency: CurrencyCode): string => toMajorString(money(amount, currency))

/** Returns the cells of one transfer. Amounts are plain numbers, so that a spreadsheet can add them up. */
export function csvCells(row: TransferRow, zone: string): readonly string[] {
  return [
    localMinute(row.created_at, zone),
    row.reference,
    row.recipient_name,
    findCountry(row.country)?.name ?? row.country,
    WORDS[listedStatus(row)],
    major(row.amount, row.currency),
    row.currency,
    major(row.fee, row.currency),
    major(row.total, row.currency),
    major(row.receive_amount, row.receive_currency),
    row.receive_currency,
  ]
}
