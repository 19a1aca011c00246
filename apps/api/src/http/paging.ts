import { Refused } from '../lib/refused.ts'

const DEFAULT_LIMIT = 20
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** The row that a page comes after; undefined for the first page. Refused: `invalid_field`. */
export function readCursor(text: string | undefined): string | undefined {
  if (text !== undefined && !UUID.test(text)) throw new Refused('invalid_field', { field: 'cursor' })
  return text
}

/** How many rows a page has; the contract has checked the digits. */
export function readLimit(text: string | undefined): number {
  return text === undefined ? DEFAULT_LIMIT : Number.parseInt(text, 10)
}
