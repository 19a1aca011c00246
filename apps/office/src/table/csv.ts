import type { GridColumn } from './columns.ts'

/** A spreadsheet would run a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/

/** Returns rows as CSV (RFC 4180) with a header line. A text that looks like a formula begins with an apostrophe. */
export function csvOf<Row>(columns: readonly GridColumn<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => field(column.text(row))).join(','))
  return [columns.map(({ header }) => field(header)).join(','), ...lines, ''].join('\r\n')
}

function field(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands the browser a file to save. */
export function saveFile(name: string, text: string): void {
  const isCsv = name.endsWith('.csv')
  // The mark tells spreadsheets that the file is UTF-8. Other files stay as the server wrote them.
  const parts = isCsv ? ['\u{feff}', text] : [text]
  const url = URL.createObjectURL(new Blob(parts, { type: isCsv ? 'text/csv' : 'application/octet-stream' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
