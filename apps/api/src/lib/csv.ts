/** Excel reads a file without it in the computer's old code page, and spoils accents in names. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** What a spreadsheet takes for the start of a formula (OWASP, "CSV Injection"). */
const FORMULA = /^[=+\-@\t\r]/
/** A number below zero is no formula. */
const NUMBER = /^-\d+(\.\d+)?$/
const SPECIAL = /[",\r\n]/

/** Returns a cell by RFC 4180. An apostrophe before what looks like a formula keeps spreadsheets from running it. */
export function csvCell(text: string): string {
  const safe = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text
  return SPECIAL.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Returns a line of cells with its line end. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`
}
