import { useLayoutEffect, useState, type RefObject } from 'react'
import type { GridColumn } from './columns.ts'

/** Returns the width of an element in px, and follows it; Infinity before it is known. */
export function useRoom(element: RefObject<HTMLElement | null>): number {
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
