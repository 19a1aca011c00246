import { findCountry } from '@sesa/contract'
import { money, toMajorString, type CurrencyCode } from '@sesa/money'
import { publicStatus } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'

/** Excel reads a file without it in the computer's old code page, and spoils accents in names. */
export const BYTE_ORDER_MARK = '\uFEFF'

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
  const status = publicStatus(row.state, row.hold_reason !== null) ?? 'processing'
  return [
    row.created_at.toISOString().slice(0, 16).replace('T', ' '),
    row.reference,
    row.recipient_name,
    findCountry(row.country)?.name ?? row.country,
    WORDS[status],
    major(row.amount, row.currency),
    row.currency,
    major(row.fee, row.currency),
    major(row.total, row.currency),
    major(row.receive_amount, row.receive_currency),
    row.receive_currency,
  ]
}
