import * as i18n from '@sesa/contract/i18n'
import {
  useEffect,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'
import { Button } from '../button.tsx'
import { ChartFigure, ChartTable, ChartTableRow } from './figure.tsx'
import { Legend, Patterns, type Look } from './looks.tsx'

/** A point on the chart's axis, with a value of each series. */
export interface ChartRow {
  readonly label: string
  /** On the axis; by default the label. */
  readonly tick?: string
  /** Null where nothing is drawn. */
  readonly values: readonly (number | null)[]
  /** The values as the table and the live text say them. */
  readonly texts: readonly string[]
  /** Beside the label of a bar, in place of an axis label for each value. */
  readonly sum?: string
  /** Not final: hatched. */
  readonly isOpen?: boolean
  /** In place of the look of the series. */
  readonly look?: Look
}

export interface ChartData {
  /** The finding. */
  readonly title: string
  /** What is drawn: "Transfers charged per hour, GMT". */
  readonly about: string
  /** The header of the labels: "Hour". */
  readonly of: string
  readonly series: readonly { readonly name: string; readonly look: Look }[]
  readonly rows: readonly ChartRow[]
  /** What the looks mean, where that is more than the series. */
  readonly keys?: ChartData['series']
  /** The words for rows that are not final, which are hatched, and for those that are. */
  readonly states?: { readonly open: string; readonly final: string }
  /** Saves the numbers as a file. */
  onSave(rows: readonly (readonly string[])[]): void
}

/** The room for a drawing, in pixels. */
export interface Room {
  readonly id: string
  readonly width: number
  readonly height: number
  /** The size of text. */
  readonly em: number
  /** The row that the keyboard or the pointer is on. */
  readonly at: number | null
}

interface ChartFrameProps {
  chart: ChartData
  heightOf: (room: Omit<Room, 'height'>) => number
  /** Returns the row at a place of the drawing. */
  rowAt: (place: { readonly x: number; readonly y: number }, room: Room) => number
  children: (room: Room) => ReactNode
}

/** Returns the width of the room and the size of its text, which follow the window and the browser's text size. */
function useRoom() {
  const ref = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 320, em: 16 })
  useEffect(() => {
    const element = ref.current
    if (element === null) return
    const measure = () => {
      const em = Number.parseFloat(getComputedStyle(element).fontSize) || 16
      const width = Math.floor(element.clientWidth) || 320
      setSize((before) => (before.width === width && before.em === em ? before : { width, em }))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, ...size }
}

const STEPS: Readonly<Record<string, (at: number | null, last: number) => number | null>> = {
  ArrowRight: (at, last) => (at === null ? 0 : Math.min(at + 1, last)),
  ArrowDown: (at, last) => (at === null ? 0 : Math.min(at + 1, last)),
  ArrowLeft: (at, last) => (at === null ? last : Math.max(at - 1, 0)),
  ArrowUp: (at, last) => (at === null ? last : Math.max(at - 1, 0)),
  Home: () => 0,
  End: (_at, last) => last,
  Escape: () => null,
}

/** Renders a chart that arrow keys and the pointer walk through, point by point, with its legend and its table. */
export function ChartFrame({ chart, heightOf, rowAt, children }: ChartFrameProps) {
  const { title, about, of, series, rows, keys = series, states, onSave } = chart
  const id = useId()
  const { ref, width, em } = useRoom()
  const [chosen, setChosen] = useState<number | null>(null)
  const at = chosen !== null && chosen < rows.length ? chosen : null
  const room = { id, width, em, at, height: heightOf({ id, width, em, at }) }

  const walk = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (step === undefined || event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return
    event.preventDefault()
    setChosen(step(at, rows.length - 1))
  }
  const point = ({ clientX, clientY, currentTarget }: PointerEvent) => {
    const { left, top } = currentTarget.getBoundingClientRect()
    const row = rowAt({ x: clientX - left, y: clientY - top }, room)
    setChosen(row >= 0 && row < rows.length ? row : null)
  }
  const head = [of, ...series.map(({ name }) => name), ...(states ? ['State'] : [])]
  const cellsOf = ({ texts, isOpen }: ChartRow): string[] => [
    ...texts,
    ...(states ? [isOpen === true ? states.open : states.final] : []),
  ]
  const row = at === null ? undefined : rows[at]
  const titleId = `${id}-title`
  if (rows.length === 0) return <ChartFigure title={title} titleId={titleId} about={about} />
  return (
    <ChartFigure title={title} titleId={titleId} about={about}>
      <Legend id={id} keys={keys} open={states?.open} />
      <div
        ref={ref}
        role="application"
        aria-roledescription="chart"
        aria-labelledby={titleId}
        aria-describedby={`${id}-keys`}
        tabIndex={0}
        onKeyDown={walk}
        onPointerMove={point}
        onPointerDown={point}
        onPointerLeave={() => setChosen(null)}
        onBlur={() => setChosen(null)}
        className="min-w-0"
      >
        <svg
          aria-hidden="true"
          focusable="false"
          width={width}
          height={room.height}
          viewBox={`0 0 ${width} ${room.height}`}
          className="block max-w-full tabular-nums"
        >
          <Patterns id={id} />
          {children(room)}
        </svg>
      </div>
      <p id={`${id}-keys`} className="sr-only">
        {i18n.t('Arrow keys move from point to point.')}
      </p>
      <p role="status" className="-my-2 min-h-6 tabular-nums">
        {row === undefined ? '' : sentenceOf(row, series, row.isOpen === true ? states?.open : undefined)}
      </p>
      <ChartTable
        summary={i18n.t('Table')}
        caption={about}
        head={head}
        note={
          <Button
            variant="quiet"
            onClick={() => onSave([head, ...rows.map((one) => [one.label, ...cellsOf(one)])])}
          >
            {i18n.t('Save as CSV')}
          </Button>
        }
      >
        {rows.map((one) => (
          <ChartTableRow key={one.label} name={one.label} cells={cellsOf(one)} />
        ))}
      </ChartTable>
    </ChartFigure>
  )
}

/** Returns a point in words: "14:00: today 12, a week ago 15". */
function sentenceOf(
  { label, texts }: ChartRow,
  series: ChartData['series'],
  open: string | undefined,
): string {
  const values = series.map(({ name }, nth) => `${lower(name)} ${texts[nth] ?? ''}`)
  return `${label}: ${[...values, ...(open === undefined ? [] : [lower(open)])].join(', ')}`
}

/** Begins words without a capital, unless they begin with an abbreviation. */
const lower = (text: string): string =>
  /^[A-Z][a-z]*( [a-z0-9]|$)/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text
