import type { CSSProperties, MouseEvent } from 'react'
import type { Row as TableRow } from '@tanstack/react-table'
import { cx } from '@sesa/ui/class-names.ts'
import { formatMoment } from '@sesa/ui/format.ts'
import type { Features, GridColumn } from './columns.ts'
import { TickBox } from './tick-box.tsx'

interface GridRowProps<Row extends object> {
  row: TableRow<Features, Row>
  index: number
  columns: readonly GridColumn<Row>[]
  selected: boolean
  /** The column of the active cell, if it is in this row. */
  activeColumn: number | undefined
  onActive: (column: number) => void
  onOpen: ((row: Row) => void) | undefined
  hrefOf: ((row: Row) => string) | undefined
  className: string
  style: CSSProperties
}

const LINK = 'truncate font-semibold text-brand-ink underline underline-offset-4'

/** One row: a box that selects it, then its cells; the first one opens it. */
export function GridRow<Row extends object>(props: GridRowProps<Row>) {
  const { row, index, columns, selected, activeColumn, onActive, onOpen, hrefOf, className, style } = props
  const stop = (column: number) => ({
    'data-cell': `${index}:${column}`,
    tabIndex: activeColumn === column ? 0 : -1,
    onFocus: () => onActive(column),
  })
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      aria-selected={selected}
      className={cx(
        className,
        'border-b border-line hover:bg-sunken',
        selected && 'bg-brand-soft hover:bg-brand-soft',
      )}
      style={style}
    >
      <div role="gridcell" {...stop(0)} className="flex items-center justify-center print:invisible">
        <TickBox
          label={`Select ${columns[0]?.text(row.original) ?? 'row'}`}
          checked={selected}
          tabIndex={-1}
          onChange={(checked) => row.toggleSelected(checked)}
        />
      </div>
      {columns.map((column, place) => (
        <div
          key={column.key}
          role="gridcell"
          {...stop(place + 1)}
          className={cx(
            'flex min-w-0 items-center px-3 -outline-offset-4!',
            column.align === 'right' && 'justify-end tabular-nums',
          )}
        >
          {place === 0 ? (
            <Opening {...{ row: row.original, column, onOpen, hrefOf }} />
          ) : (
            (column.render?.(row.original) ?? (
              <CellText text={column.text(row.original)} at={column.at?.(row.original)} />
            ))
          )}
        </div>
      ))}
    </div>
  )
}

/** A cut text shows whole on hover, and a moment in local time. */
function CellText({ text, at }: { text: string; at?: string | null | undefined }) {
  return (
    <span className="truncate" title={at ? formatMoment(at) : text}>
      {text}
    </span>
  )
}

interface OpeningProps<Row> extends Pick<GridRowProps<object & Row>, 'onOpen' | 'hrefOf'> {
  row: object & Row
  column: GridColumn<Row>
}

function Opening<Row>({ row, column, onOpen, hrefOf }: OpeningProps<Row>) {
  const text = column.text(row)
  if (hrefOf)
    return (
      <a href={hrefOf(row)} tabIndex={-1} className={LINK}>
        {text}
      </a>
    )
  if (!onOpen) return <CellText text={text} />
  const open = (event: MouseEvent) => {
    event.preventDefault()
    onOpen(row)
  }
  return (
    <button type="button" tabIndex={-1} onClick={open} className={cx(LINK, 'print:inline!')}>
      {text}
    </button>
  )
}
