import { useCallback, useState } from 'react'
import { Table, type Column } from '@sesa/web/ui/layout/table.tsx'

/** A column of figures. On a phone all cells follow one another. */
export type FigureColumn<Row> = Omit<Column<Row>, 'phone'>

interface FiguresProps<Row> {
  caption: string
  hideCaption?: true
  columns: readonly FigureColumn<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** What to say without rows. */
  none: string
}

/** A table of a few rows, such as a report. Where it is wider than the page, the keyboard scrolls it too. */
export function Figures<Row>({ columns, none, ...props }: FiguresProps<Row>) {
  const [isWide, setIsWide] = useState(false)
  const watch = useCallback((box: HTMLDivElement | null) => {
    if (box === null) return
    const observer = new ResizeObserver(() => setIsWide(box.scrollWidth > box.clientWidth))
    // The table may outgrow the box while the box keeps its size.
    for (const element of [box, ...box.querySelectorAll('table')]) observer.observe(element)
    return () => observer.disconnect()
  }, [])
  if (props.rows.length === 0) return <p className="text-muted">{none}</p>
  return (
    <div
      ref={watch}
      className="overflow-x-auto [&>div]:overflow-visible"
      {...(isWide && { role: 'region', 'aria-label': props.caption, tabIndex: 0 })}
    >
      <Table columns={columns.map((column) => ({ ...column, phone: 'grow' }))} {...props} />
    </div>
  )
}
