import { officeCalls, type DayOutcomes, type NetworkMinutes } from '@sesa/contract/office'
import { RangesChart } from '@sesa/ui/chart/bars.tsx'
import { LinesChart, StackChart } from '@sesa/ui/chart/columns.tsx'
import { countryName, networkName } from '../../lib/words.ts'
import { ChartCard, dayText, saveAs } from './chart-card.tsx'
import { chargedFinding, minutesFinding, minutesText, outcomesFinding } from './findings.ts'

const counted = (value: number): string => value.toLocaleString('en')

/** Transfers charged in each hour of today, and a week ago. */
export function ChargedByHour() {
  return (
    <ChartCard call={officeCalls.chartCharged} name={['charts', 'charged']} what="the charges per hour">
      {({ asOf, hours, ...sums }) => (
        <LinesChart
          unit={counted}
          chart={{
            title: chargedFinding(sums),
            about: `Transfers charged per hour, GMT, until ${asOf.slice(11, 16)}`,
            of: 'Hour, GMT',
            series: [
              { name: 'Today', look: 'line' },
              { name: 'A week ago', look: 'dashes' },
            ],
            rows: hours.map(({ today, weekAgo }, hour) => ({
              label: `${String(hour).padStart(2, '0')}:00`,
              tick: String(hour),
              values: [today, weekAgo],
              texts: [today === null ? 'not yet' : counted(today), counted(weekAgo)],
            })),
            onSave: saveAs('charged-per-hour'),
          }}
        />
      )}
    </ChartCard>
  )
}

const OUTCOMES = [
  { key: 'sent', name: 'Sent', look: 'solid' },
  { key: 'refunded', name: 'Refunded', look: 'dots' },
  { key: 'failed', name: 'Failed, not refunded', look: 'hatch' },
  { key: 'held', name: 'On hold', look: 'level' },
  { key: 'underWay', name: 'Under way', look: 'upright' },
] as const satisfies readonly { key: Exclude<keyof DayOutcomes, 'day'>; name: string; look: string }[]

/** How the transfers of the last 14 days ended. */
export function OutcomesByDay() {
  return (
    <ChartCard call={officeCalls.chartOutcomes} name={['charts', 'outcomes']} what="the outcomes">
      {({ days }) => (
        <StackChart
          unit={counted}
          chart={{
            title: outcomesFinding(days),
            about: 'Transfers by the day of their charge, GMT, 14 days',
            of: 'Day, GMT',
            series: OUTCOMES.map(({ name, look }) => ({ name, look })),
            rows: days.map((day) => ({
              label: dayText(day.day),
              values: OUTCOMES.map(({ key }) => day[key]),
              texts: OUTCOMES.map(({ key }) => counted(day[key])),
            })),
            onSave: saveAs('outcomes-per-day'),
          }}
        />
      )}
    </ChartCard>
  )
}

const MARKS = [
  { value: 0.1, text: '6 s' },
  { value: 1, text: '1 min' },
  { value: 10, text: '10 min' },
  { value: 60, text: '1 h' },
  { value: 360, text: '6 h' },
  { value: 1_440, text: '1 day' },
  { value: 10_080, text: '7 days' },
]

const textsOf = ({ median, p95, before }: NetworkMinutes): string[] => [
  minutesText(median),
  minutesText(p95),
  before === null ? 'too few' : minutesText(before),
]

/** How long transfers of the last seven days took from card to wallet, holds included. */
export function MinutesToWallet() {
  return (
    <ChartCard call={officeCalls.chartMinutes} name={['charts', 'minutes']} what="the minutes to the wallet">
      {({ networks }) => (
        <RangesChart
          marks={MARKS}
          chart={{
            title: minutesFinding(networks),
            about: 'From card to wallet in 7 days, holds included',
            of: 'Network',
            series: [
              { name: 'Median', look: 'dot' },
              { name: '95 in 100 within', look: 'span' },
              { name: 'Median a week before', look: 'ring' },
            ],
            rows: networks.map((one) => ({
              label: `${networkName(one.network, one.country)}, ${countryName(one.country)}`,
              sum: minutesText(one.median),
              values: [one.median, one.p95, one.before],
              texts: textsOf(one),
            })),
            onSave: saveAs('minutes-to-wallet'),
          }}
        />
      )}
    </ChartCard>
  )
}
