import { printable } from './printable.ts'

/** Without it, Excel reads the file in a legacy code page and garbles accents in names. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A number, signed or not, is not a formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/
/** Text that a spreadsheet may read as the start of a formula (OWASP, "CSV Injection"), in any width. */
const START = '[\\s\\p{Cf}]*[=+\\-@＝＋－＠﹢﹣﹦﹫]'
const FORMULA = new RegExp(`^(?:${START}|[\\t\\r\\n])`, 'u')
/** A cell also starts after a tab or a line break, and after a semicolon where the comma is the decimal separator. */
const INNER_FORMULA = new RegExp(`[;\\t\\r\\n](?=${START})`, 'gu')

const guarded = (text: string): string =>
  `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(INNER_FORMULA, "$&'")}`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** Returns a CSV line for spreadsheets. Numbers stay numbers; no other text can run as a formula. */
export const csvLine = (cells: readonly string[]): string =>
  line(cells.map(printable).map((text) => (text === '' || NUMBER.test(text) ? text : quoted(guarded(text)))))

/** Returns a CSV line for programs (RFC 4180): every value unchanged, except for control characters. */
export const machineCsvLine = (cells: readonly string[]): string =>
  line(cells.map(printable).map((text) => (/[",\r\n]/.test(text) ? quoted(text) : text)))
