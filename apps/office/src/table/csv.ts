import { BYTE_ORDER_MARK, csvLine } from '@sesa/contract'
import type { GridColumn } from './columns.ts'

/** An amount as our tables show it: "-USD 1,620.91". */
const AMOUNT = /^(-?)([A-Z]{3}) (\d{1,3}(?:,\d{3})*(?:\.\d+)?)$/
/** A count with its groups: "12,345". */
const COUNT = /^-?\d{1,3}(,\d{3})+$/

/**
 * Returns rows as CSV with a header line, for a spreadsheet: moments in full, numbers without groups, and amounts as numbers
 * with the currency in a column of its own.
 */
export function csvOf<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string {
  const parts = columns.flatMap((column) => columnsOf(column, rows))
  const lines = rows.map((_row, nth) => parts.map(({ cells }) => cells[nth] ?? ''))
  return [parts.map(({ header }) => header), ...lines].map(csvLine).join('')
}

function columnsOf<Row>({ header, text, at }: GridColumn<Row>, rows: readonly Row[]) {
  const cells = rows.map((row) => (at === undefined ? text(row) : (at(row) ?? '')))
  const amounts = cells.map((cell) => AMOUNT.exec(cell))
  const numbers = cells.map((cell, nth) => {
    const [, sign, , figure] = amounts[nth] ?? []
    return figure === undefined ? ungrouped(cell) : `${sign ?? ''}${figure.replaceAll(',', '')}`
  })
  if (amounts.every((amount) => amount === null)) return [{ header, cells: numbers }]
  return [
    { header, cells: numbers },
    { header: `${header}, currency`, cells: amounts.map((amount) => amount?.[2] ?? '') },
  ]
}

const ungrouped = (cell: string): string => (COUNT.test(cell) ? cell.replaceAll(',', '') : cell)

/** Hands the browser a file to save. `isExact`: with the very bytes that its digest is of. */
export function saveFile(name: string, text: string, { isExact = false } = {}): void {
  const isCsv = name.endsWith('.csv') && !isExact
  // The mark tells spreadsheets that the file is UTF-8. Other files stay as the server wrote them.
  const parts = isCsv ? [BYTE_ORDER_MARK, text] : [text]
  const url = URL.createObjectURL(new Blob(parts, { type: isCsv ? 'text/csv' : 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
