import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'

interface ChartFigureProps {
  /** The finding, as a sentence: "Ghana slower than last week". */
  title: ReactNode
  titleId: string
  /** What is drawn, in words. */
  about?: ReactNode
  /** The drawing, and below it the table of the same numbers; left out without any. */
  children?: ReactNode
}

/** Renders a chart: its finding, what it draws, the drawing, and its table. Needs no script. */
export function ChartFigure({ title, titleId, about, children }: ChartFigureProps) {
  return (
    <figure className="flex min-w-0 flex-col gap-3">
      <figcaption className="flex max-w-[65ch] flex-col text-lg">
        <span id={titleId} className={cx(about !== undefined && 'font-bold')}>
          {title}
        </span>
        {about !== undefined && <span className="text-base text-muted">{about}</span>}
      </figcaption>
      {children}
    </figure>
  )
}

interface ChartTableProps {
  summary: ReactNode
  caption: string
  /** The headers; the first column names the rows, the others hold numbers. */
  head: readonly string[]
  /** Stands above the table. */
  note?: ReactNode
  /** The rows: `ChartTableRow`. */
  children: ReactNode
}

/** Renders the numbers of a chart, folded. */
export function ChartTable({ summary, caption, head, note, children }: ChartTableProps) {
  return (
    <details>
      <summary className="min-h-12 cursor-pointer py-3 font-semibold text-brand-ink">{summary}</summary>
      {note}
      <div className="overflow-x-auto">
        <table className="mt-2 w-full max-w-200 text-left tabular-nums">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr className="border-b-2 border-line">
              {head.map((name, nth) => (
                <th key={name} scope="col" className={cx('py-2', nth > 0 && 'pl-4 text-right')}>
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>{children}</tbody>
        </table>
      </div>
    </details>
  )
}

export function ChartTableRow({ name, cells }: { name: ReactNode; cells: readonly ReactNode[] }) {
  const placed = cells.map((cell, place) => ({ place, cell }))
  return (
    <tr className="border-b border-line">
      <th scope="row" className="py-1.5 font-normal">
        {name}
      </th>
      {placed.map(({ place, cell }) => (
        <td key={place} className="py-1.5 pl-4 text-right">
          {cell}
        </td>
      ))}
    </tr>
  )
}

interface LineMarkProps {
  /** The path. Its box may be stretched: the line keeps its width. */
  d: string
  /** A dashed, thinner line to compare with. */
  isBefore?: boolean
}

/** Renders a line of a chart. */
export function LineMark({ d, isBefore }: LineMarkProps) {
  return (
    <path
      d={d}
      className={
        isBefore
          ? 'text-muted forced-colors:text-[GrayText]'
          : 'text-brand-ink forced-colors:text-[CanvasText]'
      }
      fill="none"
      stroke="currentColor"
      strokeWidth={isBefore ? 2 : 3}
      strokeDasharray={isBefore ? '2 6' : undefined}
      strokeLinecap="round"
      strokeLinejoin="round"
      vectorEffect="non-scaling-stroke"
    />
  )
}
