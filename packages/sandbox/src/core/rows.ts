import type { SQLOutputValue } from 'node:sqlite'

export type Row = Record<string, SQLOutputValue>

/** Returns the text in `column`. Throws on another type, because then our own statement is wrong. */
export function text(row: Row, column: string): string {
  const value = row[column]
  if (typeof value !== 'string') throw new TypeError(`${column} is not text`)
  return value
}

/** Returns the integer in `column`, within the safe range (node:sqlite itself refuses larger ones). */
export function integer(row: Row, column: string): number {
  const value = row[column]
  if (typeof value !== 'number') throw new TypeError(`${column} is not an integer`)
  return value
}
