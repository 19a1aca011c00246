/** The rate of one day; `value` is an integer with a fixed number of decimals. */
export interface Point {
  /** The day's number, counted from 1970. */
  readonly day: number
  readonly value: bigint
}

/** The first and last day of a chart. */
export interface Span {
  readonly from: number
  readonly to: number
}

/** The chart's `viewBox`; the page's template has the same. */
const WIDTH = 720
const HEIGHT = 200
/** Margin above the highest and below the lowest point, for the width of the line. */
const INSET = 8

/** A chart's line and the points named in its text. */
export interface Chart {
  /** The line as an SVG path, broken at missing days. A single day is a dot. */
  readonly path: string
  readonly lowest: Point
  readonly highest: Point
  readonly last: Point
  /** Number of days without a rate, from the start of the span to the last point. */
  readonly missing: number
}

/** Draws the points of a span, oldest first. Returns null for fewer than two, which make no line. */
export function drawChart(points: readonly Point[], span: Span): Chart | null {
  const [first, second] = points
  const last = points.at(-1)
  if (!first || !second || !last) return null
  const lowest = points.reduce((least, point) => (point.value < least.value ? point : least))
  const highest = points.reduce((most, point) => (point.value > most.value ? point : most))
  const range = highest.value - lowest.value
  const xOf = ({ day }: Point): number => Math.round(((day - span.from) * WIDTH) / (span.to - span.from))
  const yOf = ({ value }: Point): number => {
    if (range === 0n) return HEIGHT / 2
    const above = Number(value - lowest.value) / Number(range)
    return Math.round(HEIGHT - INSET - above * (HEIGHT - 2 * INSET))
  }
  const path = runsOf(points)
    .map(([start, ...rest]) => {
      const line = rest.map((point) => `L${xOf(point)} ${yOf(point)}`).join('')
      return start === undefined ? '' : `M${xOf(start)} ${yOf(start)}${line === '' ? 'h0' : line}`
    })
    .join('')
  return { path, lowest, highest, last, missing: last.day - span.from + 1 - points.length }
}

/** Splits points into runs of consecutive days. */
function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = []
  for (const point of points) {
    const run = runs.at(-1)
    if (run?.at(-1)?.day === point.day - 1) run.push(point)
    else runs.push([point])
  }
  return runs
}
