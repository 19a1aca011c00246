import { findCountry } from '@sesa/contract'
import { money, toMajorString, type CurrencyCode } from '@sesa/money'
import type { TransferRow } from '../state/transfer-row.ts'
import { listedStatus } from './view.ts'

export const CSV_HEADER = [
  'Date (UTC)',
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
] as const

const WORDS = {
  checking: 'Checking',
  processing: 'Processing',
  sent: 'Sent',
  failed: 'Failed',
  refunded: 'Refunded',
  cancelled: 'Cancelled',
  held: 'On hold',
} as const

const major = (amount: bigint, currency: CurrencyCode): string => toMajorString(money(amount, currency))

/** Returns the cells of one transfer. Amounts are plain numbers, which a spreadsheet can add up. */
export function csvCells(row: TransferRow): readonly string[] {
  return [
    row.created_at.toISOString().slice(0, 16).replace('T', ' '),
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
