import { DIRECTIONS, type Direction } from '@sesa/contract'
import {
  divide,
  formatMoney,
  formatRate,
  formatUsualAmount,
  formatUsualRate,
  money,
  powerOfTen,
  rateToString,
  usualAmount,
  usualReceived,
  type CurrencyCode,
  type Rate,
} from '@sesa/money'
import type { SlotItem, Slots } from '../../../http/server/slot-values.ts'
import { formatBps } from '../../../lib/format-bps.ts'
import {
  customerRate,
  usesCurrency,
  type Corridor,
  bandOf,
  feeOf,
  FOREIGN,
  midRate,
  midRateOn,
  sourceOf,
  timeOf,
  type RateDays,
  type RateSnapshot,
} from '../../pricing/index.ts'
import type { Point } from './chart.ts'
import { dayNumber, dayNumberAt, formatMoment } from './days.ts'
import { PERIODS, presentChart, type Series } from './present-chart.ts'
import { changeWords } from './words.ts'

/** The data of the pages, as read from the database. */
export interface Known {
  readonly snapshot: RateSnapshot
  /** The currencies whose rate is too old for a price. */
  readonly stale: readonly CurrencyCode[]
  readonly corridors: readonly Corridor[]
  readonly history: RateDays
}

/** Decimals of a chart's values beyond the minor unit, so that a small amount does not draw steps. */
const MORE_DECIMALS = 2
const CHANGE_DAYS = 30
const PAID = { card: 'by card', momo: 'by mobile money', bank_debit: 'from a bank account' } as const

/** Returns the slots of all pages about rates. */
export function presentRates(known: Known): Slots {
  const { snapshot, history } = known
  const stale = known.stale.length === FOREIGN.length
  return {
    rates: 'known',
    'no-rates': undefined,
    'rates-fresh': stale ? undefined : 'fresh',
    'rates-stale': stale ? 'stale' : undefined,
    'rates-at': formatMoment(snapshot.asOf),
    'rates-from': snapshot.asOf.toISOString(),
    'rates-source': sourceOf(snapshot, FOREIGN),
    'history-sources': [...new Set(history.days.map(({ source }) => source))].join(', ') || undefined,
    ...Object.fromEntries(
      DIRECTIONS.flatMap((direction) => Object.entries(presentDirection(direction, known))),
    ),
  }
}

type Values = Readonly<Record<string, string | undefined | readonly SlotItem[]>>

function named(prefix: string, values: Values): Values {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [`${prefix}.${name}`, value]))
}

function presentDirection({ from, to }: Direction, known: Known): Values {
  const corridor = known.corridors.find(({ sender, recipient }) => sender === from && recipient === to)
  if (corridor === undefined) throw new Error(`No corridor ${from} to ${to}`)
  const { sendCurrency, receiveCurrency, bands, usualWay, closedReason } = corridor
  const mid = midRate(known.snapshot, sendCurrency, receiveCurrency)
  const rate = customerRate(known.snapshot, corridor)
  // The pages' forms start with the same amount.
  const send = usualAmount(sendCurrency)
  const band = bandOf(bands[usualWay], send)
  const closed = closedReason ?? staleWords(corridor, known)
  const key = `${from}-${to}`
  const series = seriesOf(mid, known)
  const charts = PERIODS.map((period) => named(`${key}.d${period.days}`, presentChart(series, period)))
  return {
    ...named(key, {
      rate: unbroken(formatUsualRate(rate)),
      // Rounded like the price, so that the sum is the same as in Send Money.
      exact: unbroken(formatRate(rate, { send, receive: usualReceived(rate, 'half-even') })),
      mid: unbroken(formatRate(mid)),
      price: rateToString(rate),
      margin: formatBps(band.marginBps),
      fee: `${formatMoney(feeOf(band, send))} ${PAID[usualWay]}`,
      change: changeWords(mid, rateBefore(corridor, known)),
      closed,
      open: closed === undefined ? 'open' : undefined,
      sent: series.sent,
    }),
    ...Object.fromEntries(charts.flatMap((chart) => Object.entries(chart))),
  }
}

/** Names the currency that closes this direction while others are open; returns undefined when none does. */
function staleWords(corridor: Corridor, { stale }: Known): string | undefined {
  const missing = stale.find((currency) => usesCurrency(corridor, currency))
  return missing === undefined || stale.length === FOREIGN.length
    ? undefined
    : `We can’t get an exchange rate for ${missing} right now.`
}

/** Keeps each amount with its currency on one line. */
function unbroken(text: string): string {
  return text.replaceAll(/([A-Z]{3}) (?=\d)/g, '$1\u00a0')
}

/** Returns the mid-market rate of exactly 30 days ago; null when that day has none. */
function rateBefore({ sendCurrency, receiveCurrency }: Corridor, { history }: Known): Rate | null {
  const wanted = dayNumber(history.today) - CHANGE_DAYS
  const day = history.days.find((one) => dayNumber(one.day) === wanted)
  return day === undefined ? null : midRateOn(day, sendCurrency, receiveCurrency)
}

/** Returns the history of what the usual amount brings at the mid-market rate. */
function seriesOf(mid: Rate, { snapshot, history }: Known): Series {
  const { from, to } = mid
  const today = dayNumber(history.today)
  const finished = history.days.flatMap((day): Point[] => {
    const rate = midRateOn(day, from, to)
    return rate === null ? [] : [{ day: dayNumber(day.day), value: scaled(rate) }]
  })
  const isOfToday = dayNumberAt(timeOf(snapshot, [from, to])) === today
  return {
    points: isOfToday ? [...finished, { day: today, value: scaled(mid) }] : finished,
    today,
    firstDay: history.firstDay === null ? today : dayNumber(history.firstDay),
    sent: unbroken(formatUsualAmount(from)),
    format: (value) => formatMoney(money(divide(value, powerOfTen(MORE_DECIMALS), 'half-even'), to)),
  }
}

/** Returns what the usual amount brings, in hundredths of a minor unit, rounded half-even. */
function scaled(r: Rate): bigint {
  const { value, scale } = r
  return divide(
    usualAmount(r.from).amount * value * powerOfTen(MORE_DECIMALS),
    powerOfTen(scale),
    'half-even',
  )
}
