import { Refused } from '../lib/refused.ts'

const DEFAULT_LIMIT = 20
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Returns the id of the row before the page; undefined for the first page. Throws Refused `invalid_field`. */
export function readCursor(text: string | undefined): string | undefined {
  if (text !== undefined && !UUID.test(text)) throw new Refused('invalid_field', { field: 'cursor' })
  return text
}

/** Returns the page size; the contract has checked the digits. */
export function readLimit(text: string | undefined): number {
  return text === undefined ? DEFAULT_LIMIT : Number.parseInt(text, 10)
}
