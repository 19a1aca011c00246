import { useEffect, useLayoutEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { flushSync } from 'react-dom'
import { cx } from '@sesa/ui/class-names.ts'
import { fitting, type GridColumn, type OfficeTable } from './columns.ts'
import { GridHead, type GridHeadProps } from './grid-head.tsx'
import { placeAfter, type Place } from './grid-keys.ts'
import { GridRow } from './grid-row.tsx'
import { useRowHeight } from './row-height.ts'

const SELECT_WIDTH = 44
/** More rows are loaded when this few are left below the screen. */
const NEAR_END = 10

export interface GridProps<Row extends object> {
  caption: string
  table: OfficeTable<Row>
  /** The visible columns. */
  columns: readonly GridColumn<Row>[]
  /** True if columns of low priority leave where there is no room for all. */
  fits: boolean
  order: GridHeadProps<Row>['order']
  /** Opens a row: Enter, or the link in its first cell. */
  onOpen?: ((row: Row) => void) | undefined
  /** The address that `onOpen` leads to, so that a row also opens in a new tab. */
  hrefOf?: ((row: Row) => string) | undefined
  onCopy: (text: string) => void
  /** Acts on the selected rows, or on the active one, by key. */
  rowKeys?: Readonly<Record<string, (rows: readonly Row[]) => void>> | undefined
  /** True while the server has rows that are not loaded. */
  hasMore: boolean
  /** Called when the end comes into sight. */
  onNearEnd: () => void
}

/**
 * A grid of the ARIA practices over any number of rows: only those on the screen are in the document. Arrows move
 * between cells, Enter opens, Space or `x` selects, Ctrl+C copies a cell.
 */
export function Grid<Row extends object>(props: GridProps<Row>) {
  const { caption, table, onOpen, hrefOf, onCopy, rowKeys = {}, hasMore, onNearEnd } = props
  const scroller = useRef<HTMLDivElement>(null)
  const rowHeight = useRowHeight()
  const room = useRoom(scroller)
  const columns = props.fits ? fitting(props.columns, room - SELECT_WIDTH) : props.columns
  const toFocus = useRef(false)
  const [active, setActive] = useState<Place>({ row: 0, column: 1 })
  const printing = usePrinting()
  const { rows } = table.getRowModel()
  const activeRow = Math.min(active.row, Math.max(0, rows.length - 1))

  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 8,
    // The header stays on top of the rows.
    scrollPaddingStart: rowHeight,
    // The active cell stays in the document, so that it keeps the focus while others scroll away.
    rangeExtractor: (range) => {
      const shown = defaultRangeExtractor(range)
      if (shown.includes(activeRow) || activeRow >= rows.length) return shown
      return [...shown, activeRow].toSorted((a, b) => a - b)
    },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  const items = virtualizer.getVirtualItems()
  const lastShown = virtualizer.range?.endIndex ?? 0

  useEffect(() => {
    if (hasMore && rows.length > 0 && lastShown >= rows.length - NEAR_END) onNearEnd()
  }, [hasMore, lastShown, rows.length, onNearEnd])

  useLayoutEffect(() => {
    if (!toFocus.current) return
    const cell = scroller.current?.querySelector<HTMLElement>(`[data-cell="${active.row}:${active.column}"]`)
    if (!cell) return
    toFocus.current = false
    cell.focus({ preventScroll: true })
    cell.scrollIntoView?.({ block: 'nearest', inline: 'nearest' })
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.closest('[role=gridcell]') === null) return
    const row = rows[activeRow]
    const column = columns[active.column - 1]
    if (!row) return
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
    const next = placeAfter(event, { ...active, row: activeRow }, extentOf(rows.length, columns.length, page))
    if (next) {
      event.preventDefault()
      toFocus.current = true
      virtualizer.scrollToIndex(next.row)
      setActive(next)
    } else if (event.key === 'Enter' && event.target.getAttribute('role') === 'gridcell' && onOpen) {
      event.preventDefault()
      onOpen(row.original)
    } else if (selects(event) && event.target.getAttribute('role') === 'gridcell') {
      event.preventDefault()
      row.toggleSelected()
    } else if (Object.hasOwn(rowKeys, event.key) && !event.ctrlKey && !event.metaKey) {
      event.preventDefault()
      const selected = rows.filter((one) => one.getIsSelected())
      rowKeys[event.key]?.((selected.length > 0 ? selected : [row]).map(({ original }) => original))
    } else if (isCopy(event) && column) {
      event.preventDefault()
      onCopy(column.text(row.original))
    }
  }

  const template = [
    `${SELECT_WIDTH}px`,
    ...columns.map(({ width }) => `minmax(${width}px, ${width}fr)`),
  ].join(' ')
  const width = SELECT_WIDTH + columns.reduce((sum, column) => sum + column.width, 0)
  const line = { gridTemplateColumns: template, minWidth: `${width}px` }
  const shown = printing ? rows.map((_, index) => ({ index, start: 0 })) : items

  return (
    <div
      ref={scroller}
      className="max-h-[max(20rem,calc(100dvh-16rem))] overflow-auto rounded-lg border border-line bg-surface print:max-h-none print:overflow-visible"
    >
      <div
        role="grid"
        aria-label={caption}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
        aria-multiselectable
        onKeyDown={onKeyDown}
      >
        <GridHead {...{ table, columns, line }} order={props.order} height={rowHeight} />
        <div
          role="rowgroup"
          className="relative"
          style={{
            minWidth: line.minWidth,
            ...(!printing && { height: `${virtualizer.getTotalSize()}px` }),
          }}
        >
          {shown.map(({ index, start }) => {
            const row = rows[index]
            return (
              row && (
                <GridRow
                  key={row.id}
                  {...{ row, index, columns, onOpen, hrefOf }}
                  // Passed on, because the row object stays the same when the selection changes.
                  selected={row.getIsSelected()}
                  activeColumn={index === activeRow ? active.column : undefined}
                  onActive={(column) => setActive({ row: index, column })}
                  className={cx(printing ? 'grid' : 'absolute top-0 left-0 grid w-full')}
                  style={{
                    ...line,
                    height: `${rowHeight}px`,
                    ...(!printing && { transform: `translateY(${start}px)` }),
                  }}
                />
              )
            )
          })}
        </div>
      </div>
    </div>
  )
}

function extentOf(rows: number, columns: number, page: number) {
  // The first column selects rows.
  return { rows, columns: columns + 1, page }
}

function selects({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === ' ' || (key === 'x' && !ctrlKey && !metaKey)
}

function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  return key === 'c' && (ctrlKey || metaKey) && (getSelection()?.isCollapsed ?? true)
}

/** Returns the width of an element in px, and follows it; Infinity before it is known. */
function useRoom(element: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(Infinity)
  useLayoutEffect(() => {
    const found = element.current
    if (!found) return
    const measure = () => setRoom(found.clientWidth)
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(found)
    return () => observer.disconnect()
  }, [element])
  return room
}

/** True while the browser prints: everything that is loaded must then be in the document. */
function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = () => flushSync(() => setPrinting(true))
    const after = () => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  return printing
}
