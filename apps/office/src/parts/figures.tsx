import { Table, type Column } from '@sesa/ui/layout/table.tsx'

/** A column of figures. On a phone all cells follow one another. */
export type FigureColumn<Row> = Omit<Column<Row>, 'phone'>

interface FiguresProps<Row> {
  caption: string
  /** Shows the caption, where no heading says the same. */
  showsCaption?: true
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What to say without rows. */
  none: string
}

/** A table of a few rows, such as a report. It takes the focus, so that the keyboard can scroll a table wider than the page. */
export function Figures<Row>({ columns, none, showsCaption, ...props }: FiguresProps<Row>) {
  if (props.rows.length === 0) return <p className="text-muted">{none}</p>
  return (
    <div
      role="region"
      aria-label={props.caption}
      tabIndex={0}
      className="overflow-x-auto [&>div]:overflow-visible sm:[&_td]:py-2 sm:[&_th]:py-2"
    >
      <Table
        columns={columns.map((column) => ({ ...column, phone: 'grow' }))}
        hideCaption={showsCaption !== true}
        {...props}
      />
    </div>
  )
}
