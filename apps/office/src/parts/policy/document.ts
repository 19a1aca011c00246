import { formatAmount, money, parseAmount, toMinorNumber } from '@sesa/money'

/** The place of a value in a document: `['corridors', 'US/GH', 'card', 0, 'fee']`. */
export type Path = readonly (string | number)[]

type Branch = Readonly<Record<string, unknown>> | readonly unknown[]
const isBranch = (value: unknown): value is Branch => typeof value === 'object' && value !== null

/** Returns the value at a place; undefined where there is none. */
export function getAt(document: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, step) => (isBranch(value) ? (value as Record<string | number, unknown>)[step] : undefined),
    document,
  )
}

/** Returns the document with another value at a place. The order of names, and with it every byte elsewhere, stays. */
export function setAt<D>(document: D, path: Path, value: unknown): D {
  const [step, ...rest] = path
  if (step === undefined) return value as D
  // What is not there yet, such as a cost that earlier lists lack, is added.
  const branch: unknown = document ?? {}
  if (!isBranch(branch)) throw new Error(`Nothing to change at ${path.join('.')}`)
  const inner = setAt((branch as Record<string | number, unknown>)[step], rest, value)
  return (Array.isArray(branch) ? branch.with(Number(step), inner) : { ...branch, [step]: inner }) as D
}

/** How a value of a document is shown in a cell, and read from what is typed. */
export interface CellKind<T> {
  show: (value: T) => string
  /** Returns undefined for a text that is no such value. Every value that is shown is read as itself. */
  read: (text: string) => T | undefined
  /** The remedy for a text that is no such value. */
  remedy: string
  /** The unit after the field. */
  unit?: string
  /** True for words instead of a number. */
  isText?: boolean
}

/** A text of at most 300 characters; empty for none. */
export const SHORT_TEXT: CellKind<string> = {
  show: (value) => value,
  read: (text) => (text.length <= 300 ? text : undefined),
  remedy: 'Shorten it to 300 characters.',
  isText: true,
}

/** A day; empty for none. */
export const DAY_TEXT: CellKind<string> = {
  show: (value) => value,
  read: (text) => (/^(\d{4}-\d\d-\d\d)?$/.test(text.trim()) ? text.trim() : undefined),
  remedy: 'Enter a day, for example 2026-12-01.',
  isText: true,
}

/** An amount in major units as text with two decimals, as price lists have it. */
export const AMOUNT_TEXT: CellKind<string> = {
  show: (value) => value,
  read(text) {
    const [, whole, fraction = ''] = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(ungrouped(text)) ?? []
    return whole === undefined ? undefined : `${whole}.${fraction.padEnd(2, '0')}`
  },
  remedy: 'Enter an amount, for example 0.99.',
}

/** A percentage from 0 to 99.99 as text. */
export const PERCENT_TEXT: CellKind<string> = {
  show: (value) => value,
  read: (text) => (/^\d{1,2}(\.\d{1,2})?$/.test(text.trim()) ? text.trim() : undefined),
  remedy: 'Enter a percentage from 0 to 99.99.',
}

/** A whole number within bounds. */
export const wholeKind = (least: number, most: number): CellKind<number> => ({
  show: String,
  read(text) {
    const value = /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : -1
    return value >= least && value <= most ? value : undefined
  },
  remedy: `Enter a whole number from ${least} to ${most}.`,
})

/** US cents, shown in dollars. */
export const CENTS: CellKind<number> = {
  show: (value) => formatAmount(money(value, 'USD')),
  read(text) {
    const parsed = parseAmount(text, 'USD')
    return parsed.ok && parsed.money.amount > 0n ? toMinorNumber(parsed.money) : undefined
  },
  remedy: 'Enter an amount above zero, for example 500.00.',
  unit: 'USD',
}

/** US cents as text, shown in dollars. */
export const CENTS_TEXT: CellKind<string> = {
  ...CENTS,
  show: (value) => formatAmount(money(BigInt(value), 'USD')),
  read(text) {
    const parsed = parseAmount(text, 'USD')
    return parsed.ok && parsed.money.amount > 0n ? String(parsed.money.amount) : undefined
  },
}

/** Takes the commas out of a grouped number: `1,000.00`. */
const ungrouped = (text: string): string =>
  /^\d{1,3}(,\d{3})+(\.\d*)?$/.test(text.trim()) ? text.trim().replaceAll(',', '') : text.trim()
