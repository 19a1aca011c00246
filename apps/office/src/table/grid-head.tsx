import type { CSSProperties } from 'react'
import { cx } from '@sesa/ui/class-names.ts'
import type { GridColumn, OfficeTable } from './columns.ts'
import { TickBox } from './tick-box.tsx'

interface GridHeadProps<Row extends object> {
  table: OfficeTable<Row>
  columns: readonly GridColumn<Row>[]
  line: CSSProperties
  height: number
}

const ARIA_SORT = { asc: 'ascending', desc: 'descending' } as const
const ARROWS = { asc: '▲', desc: '▼' } as const

/** The grid's head: a tick for all rows, and a button per column that sorts by it. */
export function GridHead<Row extends object>({ table, columns, line, height }: GridHeadProps<Row>) {
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
          const sorted = table.getColumn(key)?.getIsSorted() ?? false
          return (
            <div
              key={key}
              role="columnheader"
              aria-sort={sorted === false ? 'none' : ARIA_SORT[sorted]}
              className="flex min-w-0"
            >
              <button
                type="button"
                onClick={() => table.getColumn(key)?.toggleSorting()}
                className={cx(
                  'flex w-full items-center gap-2 px-3 -outline-offset-4! hover:bg-brand-soft print:flex!',
                  align === 'right' ? 'justify-end text-right' : 'text-left',
                )}
              >
                <span className="truncate">{header}</span>
                {sorted !== false && <span aria-hidden="true">{ARROWS[sorted]}</span>}
              </button>
            </div>
          )
        })}
      </div>
    </div>
  )
}
