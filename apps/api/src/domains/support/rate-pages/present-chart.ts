import type { SlotItem } from '../../../http/server/slot-values.ts'
import { drawChart, type Point } from './chart.ts'
import { formatDay } from './days.ts'
import { missingWords, summarise } from './words.ts'

/** The periods of a page, in days. A year's table has one row a week. */
export const PERIODS = [
  { days: 7, rowEvery: 1 },
  { days: 30, rowEvery: 1 },
  { days: 365, rowEvery: 7 },
] as const

type Period = (typeof PERIODS)[number]

/** A rate's history: the points in order, and their format. */
export interface Series {
  readonly points: readonly Point[]
  readonly today: number
  /** The first recorded day. */
  readonly firstDay: number
  /** The amount whose worth is drawn: "LRD 1,000". */
  readonly sent: string
  readonly format: (value: bigint) => string
}

/** Returns the values of one period's chart by name. Every name is present, undefined if the page leaves it out. */
export function presentChart(
  { points, today, firstDay, sent, format }: Series,
  { days, rowEvery }: Period,
): Readonly<Record<string, string | readonly SlotItem[] | undefined>> {
  const span = { from: today - days, to: today }
  const shown = points.filter(({ day }) => day >= span.from)
  const chart = drawChart(shown, span)
  const year = days === 365
  const since =
    firstDay > span.from
      ? `We have recorded this rate since ${formatDay(firstDay, { year: true })}.`
      : undefined
  if (chart === null) {
    const empty = { path: undefined, high: undefined, low: undefined, only: undefined, summary: undefined }
    return { ...empty, ...ends(span, year), gaps: undefined, since, few: 'few', rows: [] }
  }
  const [low, high] = [format(chart.lowest.value), format(chart.highest.value)]
  const isFlat = low === high
  return {
    path: chart.path,
    high: isFlat ? undefined : high,
    low: isFlat ? undefined : low,
    only: isFlat ? low : undefined,
    summary: summarise(chart, span, { format, sent, year, today }),
    ...ends(span, year),
    // Days before the first record are not a gap.
    gaps: missingWords(chart.missing - Math.max(0, firstDay - span.from)),
    since,
    few: undefined,
    rows: rowsOf(shown, { ...span, rowEvery, year, format }),
  }
}

function ends(span: { from: number; to: number }, year: boolean) {
  return { start: formatDay(span.from, { year }), end: formatDay(span.to, { year }) }
}

interface Rows {
  readonly from: number
  readonly to: number
  readonly rowEvery: number
  readonly year: boolean
  readonly format: (value: bigint) => string
}

/** Returns the table's rows, newest first: every day, or the same weekday of every week. */
function rowsOf(points: readonly Point[], { from, to, rowEvery, year, format }: Rows): SlotItem[] {
  const values = new Map(points.map(({ day, value }) => [day, value]))
  const first = points[0]?.day ?? from
  const rows: SlotItem[] = []
  for (let day = to; day >= first; day -= rowEvery) {
    const value = values.get(day)
    rows.push({ day: formatDay(day, { year }), rate: value === undefined ? 'No rate' : format(value) })
  }
  return rows
}
