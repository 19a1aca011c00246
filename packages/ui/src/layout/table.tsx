import type { ReactNode } from 'react'
import * as i18n from '@sesa/contract/i18n'
import { cx } from '../class-names.ts'
import { Skeleton } from '../feedback/skeleton.tsx'

export interface Column<Row> {
  /** Distinguishes columns with the same header. */
  key?: string
  header: string
  render: (row: Row) => ReactNode
  /** Right-aligned, for figures. */
  align?: 'right'
  /** The cell's position on a phone, as classes: the row is a flex box of two lines, broken at `order-1`. */
  phone: string
}

interface TableProps<Row> {
  /** Names the table for screen readers; also visible unless `hideCaption`. */
  caption: string
  hideCaption?: boolean
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Shows skeleton rows while the first page loads. While another page loads, the old rows stay. */
  loading?: boolean
}

const SKELETON_ROWS = ['a', 'b', 'c', 'd']

/**
 * Renders a table that becomes a list of slim rows below 640 px, with the same cells, so nothing repeats. The roles are
 * explicit because changing `display` removes a table's own roles.
 */
export function Table<Row>({ caption, hideCaption, columns, rows, rowKey, loading }: TableProps<Row>) {
  return (
    <div className="sm:overflow-x-auto sm:rounded-lg sm:border sm:border-line sm:bg-surface">
      <table
        role="table"
        aria-busy={loading || undefined}
        className="block w-full border-collapse text-left sm:table"
      >
        <caption className={cx('p-4 text-left text-xl font-bold', hideCaption && 'sr-only')}>
          {caption}
        </caption>
        <thead role="rowgroup" className="sr-only sm:not-sr-only sm:table-header-group">
          <tr role="row">
            {columns.map((column) => (
              <th
                key={column.key ?? column.header}
                role="columnheader"
                scope="col"
                className={cx(
                  'border-b border-line px-3 py-3 font-semibold whitespace-nowrap text-muted first:pl-4',
                  column.align === 'right' && 'text-right',
                )}
              >
                {column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block sm:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className={cx(
                'relative flex flex-wrap gap-x-1 border-line py-2.5 pl-10 not-first:border-t',
                // Breaks the line on a phone.
                'max-sm:before:order-1 max-sm:before:w-full',
                'sm:table-row sm:border-0 sm:not-last:[&>td]:border-b',
              )}
            >
              {columns.map((column) => (
                <td
                  key={column.key ?? column.header}
                  role="cell"
                  className={cx(
                    'block min-w-0 border-line sm:table-cell sm:px-3 sm:py-3 sm:align-middle sm:first:pl-4',
                    column.phone,
                    column.align === 'right' && 'text-right tabular-nums sm:whitespace-nowrap',
                  )}
                >
                  {column.render(row)}
                </td>
              ))}
            </tr>
          ))}
          {loading &&
            rows.length === 0 &&
            SKELETON_ROWS.map((key) => <SkeletonRow key={key} columns={columns.length} />)}
        </tbody>
      </table>
      {loading && (
        <p role="status" className="sr-only">
          {i18n.t('Loading')}
        </p>
      )}
    </div>
  )
}

function SkeletonRow({ columns }: { columns: number }) {
  return (
    <tr aria-hidden="true" className="block border-line py-2.5 not-first:border-t sm:table-row sm:border-0">
      <td colSpan={columns} className="block sm:table-cell sm:px-4 sm:py-4">
        <Skeleton lines={2} />
      </td>
    </tr>
  )
}
