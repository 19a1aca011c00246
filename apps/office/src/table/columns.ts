import type { ReactNode } from 'react'
import {
  createSortedRowModel,
  rowSelectionFeature,
  rowSortingFeature,
  tableFeatures,
  type ColumnDef,
  type ReactTable,
} from '@tanstack/react-table'
import { formatMoment } from '@sesa/ui/format.ts'
import { amountText } from '../lib/words.ts'

/** The features of TanStack Table that our tables use; markup, keys and styles are ours. */
export const features = tableFeatures({
  rowSelectionFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})
export type Features = typeof features
export type OfficeTable<Row extends object> = ReactTable<Features, Row>

export interface GridColumn<Row> {
  key: string
  header: string
  /** At least this wide, in px; the room that is left is shared. */
  width: number
  /** Right-aligned, for figures. */
  align?: 'right'
  /** The cell's text: copied, exported, and shown unless `render` shows more. */
  text: (row: Row) => string
  /** The moment behind the text: to sort by, and written in full in a file. Null for none. */
  at?: (row: Row) => string | null
  /** The value to sort by, where the text sorts wrongly: an amount. */
  order?: (row: Row) => number | string
  render?: (row: Row) => ReactNode
  /** Hidden until the member chooses it. */
  hidden?: true
  /** The higher, the sooner the column leaves where there is no room; without it, the column stays. */
  leaves?: number
}

/** Returns TanStack's definitions of our columns. */
export function definitionsOf<Row extends object>(
  columns: readonly GridColumn<Row>[],
): ColumnDef<Features, Row, unknown>[] {
  return columns.map(({ key, header, text, at, order = at === undefined ? text : momentOf(at) }) => ({
    id: key,
    header,
    accessorFn: (row: Row) => order(row),
    sortFn: (a, b) => compareValues(order(a.original), order(b.original)),
  }))
}

const momentOf =
  <Row>(at: (row: Row) => string | null) =>
  (row: Row): number =>
    Date.parse(at(row) ?? '') || 0

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compareValues(a: number | string, b: number | string): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}

/** The keys of the columns that show at first: all but the hidden ones. */
export const firstShown = <Row>(columns: readonly GridColumn<Row>[]): string[] =>
  columns.filter(({ hidden }) => hidden !== true).map(({ key }) => key)

/** Returns the columns that fit: those that leave first are left out until the others have their width. */
export function fitting<Row>(columns: readonly GridColumn<Row>[], room: number): readonly GridColumn<Row>[] {
  const width = columns.reduce((sum, column) => sum + column.width, 0)
  if (width <= room) return columns
  const leaving = columns.reduce<GridColumn<Row> | undefined>(
    (found, column) => ((column.leaves ?? 0) > (found?.leaves ?? 0) ? column : found),
    undefined,
  )
  return leaving === undefined
    ? columns
    : fitting(
        columns.filter((column) => column !== leaving),
        room,
      )
}

interface Amount {
  readonly amount: number
  readonly currency: string
}

/** A column of amounts, sorted by their minor units. */
export const amountColumn = <Row>(
  key: string,
  header: string,
  width: number,
  amountOf: (row: Row) => Amount | null,
): GridColumn<Row> => ({
  ...{ key, header, width, align: 'right' },
  text(row) {
    const amount = amountOf(row)
    return amount === null ? '' : amountText(amount)
  },
  order: (row) => amountOf(row)?.amount ?? 0,
})

/** A column of moments in local time. */
export const momentColumn = <Row>(
  key: string,
  header: string,
  width: number,
  at: (row: Row) => string | null,
): GridColumn<Row> => ({
  ...{ key, header, width, at },
  text(row) {
    const moment = at(row)
    return moment === null ? '' : formatMoment(moment)
  },
})
