import { printable } from './printable.ts'

/** Excel reads a file without it in the computer's old code page, and spoils accents in names. */
export const BYTE_ORDER_MARK = '\uFEFF'

/** A number, with a sign or without, is no formula. */
const NUMBER = /^[+-]?\d+(\.\d+)?$/
/** What a spreadsheet may take for the start of a formula (OWASP, "CSV Injection"), in any width. */
const START = '[\\s\\p{Cf}]*[=+\\-@＝＋－＠﹢﹣﹦﹫]'
const FORMULA = new RegExp(`^(?:${START}|[\\t\\r\\n])`, 'u')
/** A cell also begins after a tab or a line's end, and after a semicolon where the comma is a decimal sign. */
const INNER_FORMULA = new RegExp(`[;\\t\\r\\n](?=${START})`, 'gu')

const guarded = (text: string): string =>
  `${FORMULA.test(text) ? "'" : ''}${text.replaceAll(INNER_FORMULA, "$&'")}`
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
const line = (cells: readonly string[]): string => `${cells.join(',')}\r\n`

/** Returns a line for people's spreadsheets. Numbers stay numbers; no other text can run as a formula. */
export const csvLine = (cells: readonly string[]): string =>
  line(cells.map(printable).map((text) => (text === '' || NUMBER.test(text) ? text : quoted(guarded(text)))))

/** Returns a line for programs (RFC 4180): every value as it is, without control characters. */
export const machineCsvLine = (cells: readonly string[]): string =>
  line(cells.map(printable).map((text) => (/[",\r\n]/.test(text) ? quoted(text) : text)))
