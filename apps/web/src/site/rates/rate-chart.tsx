import { ChartFigure, ChartTable, ChartTableRow, LineMark } from '@sesa/ui/chart/figure.tsx'
import { cx } from '@sesa/ui/class-names.ts'
import { Each, item, RATES, When } from '../../features/chrome/slots.tsx'
import type { Described } from './direction.ts'

interface Period {
  readonly days: number
  readonly label: string
  /** Classes that depend on the choice: Tailwind must find each name as a whole. */
  readonly radio: string
  readonly tab: string
  readonly forced: string
  readonly panel: string
  /** The table's rows, if some days have none. */
  readonly rows?: string
}

const PERIODS: readonly Period[] = [
  {
    days: 7,
    label: '7 days',
    radio: 'peer/d7',
    tab: 'peer-checked/d7:bg-brand peer-checked/d7:text-on-brand peer-focus-visible/d7:outline-3',
    forced: 'forced-colors:peer-checked/d7:bg-[Highlight] forced-colors:peer-checked/d7:text-[HighlightText]',
    panel: 'peer-checked/d7:flex',
  },
  {
    days: 30,
    label: '30 days',
    radio: 'peer/d30',
    tab: 'peer-checked/d30:bg-brand peer-checked/d30:text-on-brand peer-focus-visible/d30:outline-3',
    forced:
      'forced-colors:peer-checked/d30:bg-[Highlight] forced-colors:peer-checked/d30:text-[HighlightText]',
    panel: 'peer-checked/d30:flex',
  },
  {
    days: 365,
    label: '365 days',
    radio: 'peer/d365',
    tab: 'peer-checked/d365:bg-brand peer-checked/d365:text-on-brand peer-focus-visible/d365:outline-3',
    forced:
      'forced-colors:peer-checked/d365:bg-[Highlight] forced-colors:peer-checked/d365:text-[HighlightText]',
    panel: 'peer-checked/d365:flex',
    rows: 'One row a week.',
  },
]

const FIRST_SHOWN = 30

/**
 * Renders the mid-market rate over three periods, as lines drawn by the server. Radio buttons choose the period, so it
 * works without a script and all three have one address.
 */
export function RateChart({ described }: { described: Described }) {
  return (
    <fieldset className="flex min-w-0 flex-wrap gap-2">
      <legend className="sr-only">Period of the chart</legend>
      {PERIODS.map(({ days, label, radio, tab, forced }) => [
        <input
          key={radio}
          type="radio"
          name="period"
          id={`period-${days}`}
          defaultChecked={days === FIRST_SHOWN}
          className={cx('sr-only', radio)}
        />,
        <label
          key={days}
          htmlFor={`period-${days}`}
          className={cx(
            'inline-flex min-h-12 cursor-pointer items-center rounded-full border-2 border-edge px-3 font-semibold sm:px-5 outline-offset-2 outline-focus',
            'forced-color-adjust-none forced-colors:border-[ButtonText] forced-colors:text-[ButtonText]',
            tab,
            forced,
          )}
        >
          {label}
        </label>,
      ])}
      {PERIODS.map((period) => (
        <div key={period.days} className={cx('mt-3 hidden w-full min-w-0 flex-col gap-4', period.panel)}>
          <Panel period={period} described={described} />
        </div>
      ))}
    </fieldset>
  )
}

function Panel({ period: { days, label, rows }, described }: { period: Period; described: Described }) {
  const value = (name: string) => described.value(`d${days}.${name}`)
  const region = (name: string) => described.region(`d${days}.${name}`)
  const titleId = `chart-${days}-title`
  return (
    <>
      <When name={region('path')}>
        <ChartFigure title={value('summary')} titleId={titleId}>
          <div className="flex flex-col text-muted tabular-nums">
            <When name={region('high')}>
              <span>{value('high')}</span>
            </When>
            <When name={region('only')}>
              <span>{value('only')}</span>
            </When>
            <svg
              role="img"
              aria-label={`Mid-market rate over ${label}`}
              aria-describedby={titleId}
              viewBox="0 0 720 200"
              preserveAspectRatio="none"
              className="h-44 w-full border-y border-line sm:h-60"
            >
              <LineMark d={value('path')} />
            </svg>
            <When name={region('low')}>
              <span>{value('low')}</span>
            </When>
            <span className="mt-1 flex flex-wrap justify-between gap-x-4">
              <span>{value('start')}</span>
              <span>{value('end')}</span>
            </span>
          </div>
        </ChartFigure>
      </When>
      <When name={region('few')}>
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4">
          There is no chart of {label} yet: it needs the rates of two days. Come back tomorrow.
        </p>
      </When>
      <When name={region('gaps')}>
        <p className="text-muted">{value('gaps')}</p>
      </When>
      <When name={region('since')}>
        <p className="text-muted">{value('since')}</p>
      </When>
      <When name={region('rows')}>
        <ChartTable
          summary={`Show ${label} as a table`}
          caption={`Mid-market rate over ${label}`}
          head={['Day', 'Rate']}
          note={
            <p className="text-muted">
              {described.value('sent')} at the mid-market rate. {rows}
            </p>
          }
        >
          <Each name={region('rows')}>
            <ChartTableRow name={item('day')} cells={[item('rate')]} />
          </Each>
        </ChartTable>
      </When>
    </>
  )
}

/** Explains the source of the history, and in a sandbox that it is invented. */
export function HistorySource() {
  return (
    <>
      <When name="history-sources">
        <p className="text-muted">Sources of the history: {RATES.historySources}.</p>
      </When>
      <When name="sandbox">
        <p className="max-w-[65ch] rounded-md bg-accent-soft p-4 font-semibold">
          Sample data. The sandbox has invented these past rates.
        </p>
      </When>
    </>
  )
}
