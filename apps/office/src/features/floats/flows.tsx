import type { AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { minorText } from '../../lib/words.ts'
import { useCall } from '../../lib/api.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { dayFromNow } from '../../lib/days.ts'

const DAYS = 14

interface Flow {
  readonly currency: string
  /** Minor units as text. */
  readonly charged: string
  readonly paidOut: string
  readonly givenBack: string
  readonly converted: string
  /** What came in, less what went out. */
  readonly net: string
}

const sum = (amounts: readonly string[]): string =>
  String(amounts.reduce((total, amount) => total + BigInt(amount), 0n))

/** Returns what came in, went out and was converted in each currency of a period. */
export function flowsOf({ total, exposure }: AnswerOf<typeof officeCalls.showResults>): readonly Flow[] {
  const currencies = new Set([
    ...total.figures.map(({ currency }) => currency),
    ...exposure.map(({ currency }) => currency),
  ])
  return [...currencies].toSorted().map((currency) => {
    const of = total.figures.find((one) => one.currency === currency)
    const charged = of?.charged ?? '0'
    const paidOut = of?.paidOut ?? '0'
    const givenBack = of ? sum([of.refunded, of.repaid, of.disputed]) : '0'
    const converted = sum(exposure.filter((one) => one.currency === currency).map((one) => one.byTreasury))
    const net = String(BigInt(charged) - BigInt(paidOut) - BigInt(givenBack))
    return { currency, charged, paidOut, givenBack, net, converted }
  })
}

const flow = (key: Exclude<keyof Flow, 'currency'>, header: string): FigureColumn<Flow> => ({
  key,
  header,
  align: 'right',
  render: (row) => minorText(row[key], row.currency),
})
const COLUMNS: FigureColumn<Flow>[] = [
  { header: 'Currency', render: ({ currency }) => currency },
  flow('charged', 'In: collected'),
  flow('paidOut', 'Out: paid out'),
  flow('givenBack', 'Out: given back'),
  flow('net', 'Net'),
  flow('converted', 'Converted'),
]

/** What came in, went out and was converted in the last 14 days, by currency. */
export function Flows() {
  const query = { from: dayFromNow(1 - DAYS), to: dayFromNow(0) }
  const results = useCall(['results', query], officeCalls.showResults, { query })
  return (
    <section className="flex flex-col gap-2">
      <h2>Flows of {DAYS} days</h2>
      <Loaded query={results} what="the flows">
        {(shown) => (
          <Figures
            none="Nothing was booked."
            caption={`Flows of ${DAYS} days`}
            columns={COLUMNS}
            rows={flowsOf(shown)}
            rowKey={({ currency }) => currency}
          />
        )}
      </Loaded>
    </section>
  )
}
