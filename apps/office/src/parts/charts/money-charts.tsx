import { officeCalls, type DayProfit, type FloatWallet } from '@sesa/contract/office'
import { BarsChart } from '@sesa/ui/chart/bars.tsx'
import { StackChart } from '@sesa/ui/chart/columns.tsx'
import { corridorName, minorText, walletText } from '../../lib/words.ts'
import { ChartCard, dayText, saveAs } from './chart-card.tsx'
import { floatFinding, lastsText, LOW_DAYS, profitFinding, sumOf } from './findings.ts'

/** The last one ends the axis. */
const THRESHOLDS = [
  { value: 1, text: '1' },
  { value: LOW_DAYS, text: String(LOW_DAYS) },
  { value: 7, text: '7' },
  { value: 14, text: '14+ days' },
]

const lookOf = (days: number) => (days < 1 ? 'hatch' : days < LOW_DAYS ? 'level' : 'solid')

const rowOf = (wallet: FloatWallet) => {
  const { hoursLeft } = wallet
  const text = hoursLeft === null ? 'no forecast' : lastsText(hoursLeft)
  return {
    ...{ label: walletText(wallet), sum: text, texts: [text] },
    ...(hoursLeft === null
      ? { values: [null] }
      : ({ values: [hoursLeft / 24], look: lookOf(hoursLeft / 24) } as const)),
  }
}

/** How long the float of each wallet lasts, the shortest first. */
export function FloatDays() {
  return (
    <ChartCard call={officeCalls.listFloats} name={['floats']} what="the days of float">
      {({ wallets }) => {
        const paying = wallets
          .filter(({ country }) => country !== '')
          .toSorted((one, other) => (one.hoursLeft ?? Infinity) - (other.hoursLeft ?? Infinity))
        return (
          <BarsChart
            thresholds={THRESHOLDS}
            chart={{
              title: floatFinding(paying),
              about: 'Days that each wallet lasts at the usual outflow',
              of: 'Wallet',
              series: [{ name: 'Lasts', look: 'solid' }],
              keys: [
                { name: 'Under 1 day', look: 'hatch' },
                { name: `Under ${LOW_DAYS} days`, look: 'level' },
                { name: 'Longer', look: 'solid' },
              ],
              rows: paying.map(rowOf),
              onSave: saveAs('days-of-float'),
            }}
          />
        )
      }}
    </ChartCard>
  )
}

const LOOKS = ['solid', 'dots', 'level', 'upright'] as const
const OTHERS = 'Other corridors'

/** The corridors with the largest amounts, each with a look of its own; the others are one. */
function seriesOf(days: readonly DayProfit[]) {
  const sizes = new Map<string, number>()
  for (const corridor of days.flatMap(({ corridors }) => corridors))
    sizes.set(
      corridorName(corridor),
      (sizes.get(corridorName(corridor)) ?? 0) + Math.abs(Number(corridor.inDollars ?? 0)),
    )
  const names = [...sizes].toSorted(([, one], [, other]) => other - one).map(([name]) => name)
  const own = LOOKS.flatMap((look, nth) => {
    const name = names[nth]
    return name === undefined ? [] : [{ name, look, isOf: (one: string) => one === name }]
  })
  if (names.length <= LOOKS.length) return own
  return [
    ...own,
    { name: OTHERS, look: 'rings' as const, isOf: (one: string) => !own.some(({ name }) => name === one) },
  ]
}

const dollars = (value: number): string =>
  `${value < 0 ? '-' : ''}USD ${Math.abs(value).toLocaleString('en', { maximumFractionDigits: 2 })}`

/** The profit of the last 14 days by corridor, as in the daily close. */
export function ProfitByDay() {
  return (
    <ChartCard call={officeCalls.chartProfit} name={['charts', 'profit']} what="the profit">
      {({ days }) => {
        const series = seriesOf(days)
        return (
          <StackChart
            unit={dollars}
            chart={{
              title: profitFinding(days),
              about: 'Fees, margin and exchange, less provider fees and losses, by corridor, 14 days, GMT',
              of: 'Day, GMT',
              series: series.map(({ name, look }) => ({ name, look })),
              states: { open: 'Not signed', final: 'Signed' },
              rows: days.map(({ day, isSigned, corridors }) => {
                const cents = series.map(({ isOf }) =>
                  sumOf({ corridors: corridors.filter((one) => isOf(corridorName(one))) }),
                )
                return {
                  label: dayText(day),
                  values: cents.map((sum) => (sum === null ? null : Number(sum) / 100)),
                  texts: cents.map((sum) => minorText(sum === null ? null : String(sum), 'USD')),
                  isOpen: !isSigned,
                }
              }),
              onSave: saveAs('profit-per-day'),
            }}
          />
        )
      }}
    </ChartCard>
  )
}
