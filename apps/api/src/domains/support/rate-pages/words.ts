import type { Rate } from '@sesa/money'
import type { Chart, Span } from './chart.ts'
import { formatDay } from './days.ts'

/** Describes how much more or less arrives at `now` than at `before`, to a tenth of a percent. */
export function changeWords(now: Rate, before: Rate | null): string {
  if (before === null) return 'We have no mid-market rate of 30 days ago.'
  const [after, earlier] = [now.value * 10n ** BigInt(before.scale), before.value * 10n ** BigInt(now.scale)]
  const difference = after - earlier
  const size = difference < 0n ? -difference : difference
  // Rounds the size half up, so that a rise and a fall of the same size read the same.
  const tenths = (size * 2_000n + earlier) / (2n * earlier)
  if (tenths === 0n) return 'At the mid-market rate, about the same arrives as 30 days ago.'
  const percent = `${tenths / 10n}.${tenths % 10n}%`
  return `At the mid-market rate, ${percent} ${difference > 0n ? 'more' : 'less'} arrives than 30 days ago.`
}

interface Wording {
  /** Formats a value of the chart: "GHS 66.96". */
  readonly format: (value: bigint) => string
  /** The amount whose worth is drawn: "LRD 1,000". */
  readonly sent: string
  /** True for a chart of a year. */
  readonly year: boolean
  /** Today's day number. */
  readonly today: number
}

/** Summarises a chart in one sentence. */
export function summarise(chart: Chart, span: Span, { format, sent, year, today }: Wording): string {
  const dayOf = (day: number): string => formatDay(day, { year })
  const { lowest, highest, last } = chart
  const latest = last.day === today ? 'now' : `on ${dayOf(last.day)}`
  const between = `Between ${dayOf(span.from)} and ${dayOf(span.to)}, ${sent}`
  if (format(lowest.value) === format(highest.value)) return `${between}: always ${format(lowest.value)}.`
  const at = (point: Chart['lowest']) => `${format(point.value)} (${dayOf(point.day)})`
  return `${between}: lowest ${at(lowest)}, highest ${at(highest)}, ${latest} ${format(last.value)}.`
}

/** Names the days of a chart without a rate; returns undefined when none is missing. */
export function missingWords(missing: number): string | undefined {
  if (missing === 0) return undefined
  const days = missing === 1 ? '1 day has' : `${missing} days have`
  return `${days} no rate, so the line has a gap.`
}
