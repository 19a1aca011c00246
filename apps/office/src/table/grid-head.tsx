import type { CSSProperties } from 'react'
import { cx } from '@sesa/ui/class-names.ts'
import type { GridColumn, OfficeTable } from './columns.ts'
import { TickBox } from './tick-box.tsx'

export interface GridHeadProps<Row extends object> {
  table: OfficeTable<Row>
  columns: readonly GridColumn<Row>[]
  line: CSSProperties
  height: number
  /** The order of a list that the server sorts, and the columns that have one. */
  order: { sort: string; keys: readonly string[]; onSort: (sort: string) => void } | undefined
}

/** How a list is sorted by a column; undefined where it cannot be. */
function sortedBy<Row extends object>(
  { table, order }: Pick<GridHeadProps<Row>, 'table' | 'order'>,
  key: string,
): { now: false | 'asc' | 'desc'; toggle: () => void } | undefined {
  if (order === undefined) {
    const column = table.getColumn(key)
    return { now: column?.getIsSorted() ?? false, toggle: () => column?.toggleSorting() }
  }
  if (!order.keys.includes(key)) return undefined
  const now = order.sort === key ? ('asc' as const) : order.sort === `-${key}` ? ('desc' as const) : false
  return { now, toggle: () => order.onSort(now === 'desc' ? key : `-${key}`) }
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: '▲', desc: '▼' } as const

/** The grid's head: a tick for all rows, and a button per column that sorts by it. */
export function GridHead<Row extends object>({ table, columns, line, height, order }: GridHeadProps<Row>) {
  return (
    <div role="rowgroup" className="sticky top-0 z-10 print:static" style={{ minWidth: line.minWidth }}>
      <div
        role="row"
        aria-rowindex={1}
        className="grid border-b border-line bg-sunken font-semibold"
        style={{ ...line, height: `${height}px` }}
      >
        <div role="columnheader" className="flex items-center justify-center print:invisible">
          <TickBox
            label="Select all loaded rows"
            checked={table.getIsAllRowsSelected()}
            onChange={(checked) => table.toggleAllRowsSelected(checked)}
          />
        </div>
        {columns.map(({ key, header, align }) => {
          const sorted = sortedBy({ table, order }, key)
          const place = cx(
            'flex w-full items-center gap-2 px-3 -outline-offset-4!',
            align === 'right' ? 'justify-end text-right' : 'text-left',
          )
          return (
            <div
              key={key}
              role="columnheader"
              aria-sort={sorted && (sorted.now === false ? 'none' : ARIA_SORT[sorted.now])}
              className="flex min-w-0"
            >
              {sorted ? (
                <button
                  type="button"
                  onClick={sorted.toggle}
                  className={cx(place, 'hover:bg-brand-soft print:flex!')}
                >
                  <span className="truncate">{header}</span>
                  {sorted.now !== false && <span aria-hidden="true">{ARROWS[sorted.now]}</span>}
                </button>
              ) : (
                <span className={place}>
                  <span className="truncate">{header}</span>
                </span>
              )}
            </div>
          )
        })}
      </div>
    </div>
  )
}
