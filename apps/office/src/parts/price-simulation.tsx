import type { AnswerOf } from '@sesa/contract'
import type { officeCalls, SimulatedPrice } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { amountText } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'

type Terms = SimulatedPrice['now']

/** A figure now and under the new list; one where both are the same. */
function Both({ row: { now, next }, of }: { row: SimulatedPrice; of: keyof Terms }) {
  const [before, after] = [amountText(now[of]), amountText(next[of])]
  if (before === after) return <span className="text-muted">{before}</span>
  return (
    <>
      <span className="block text-muted">
        <span className="sr-only">Now </span>
        {before}
      </span>
      <span className="block font-semibold">
        <span className="sr-only">New </span>
        {after}
      </span>
    </>
  )
}

const column = (of: keyof Terms, header: string): FigureColumn<SimulatedPrice> => ({
  ...{ key: of, header, align: 'right' },
  render: (row) => <Both row={row} of={of} />,
})

const COLUMNS: FigureColumn<SimulatedPrice>[] = [
  { key: 'corridor', header: 'Corridor', render: ({ sender, recipient }) => `${sender} to ${recipient}` },
  { key: 'sends', header: 'Amount sent', align: 'right', render: ({ sends }) => amountText(sends) },
  { key: 'card', header: 'Card', render: ({ isForeignCard }) => (isForeignCard ? 'Foreign' : 'Domestic') },
  column('pays', 'Customer pays'),
  column('gets', 'Recipient gets'),
  column('fee', 'Fee'),
  column('margin', 'Margin'),
  column('result', 'After costs'),
]

/** Usual amounts of every corridor under the list in force and under the new one. */
export function PriceSimulation({ ratesAsOf, transfers }: AnswerOf<typeof officeCalls.simulatePrices>) {
  const changed = transfers.filter(({ now, next }) =>
    (['pays', 'gets', 'fee', 'margin', 'result'] as const).some((of) => now[of].amount !== next[of].amount),
  )
  const worse = changed.filter(
    ({ now, next }) => next.result.amount < 0 && next.result.amount < now.result.amount,
  ).length
  return (
    <section aria-label="Simulation" className="flex flex-col gap-4">
      <p>
        At the rates of {formatMoment(ratesAsOf)}, {changed.length} of {transfers.length} examples change.
        Upper figure: list in force. Lower figure: this list.
      </p>
      {worse > 0 && (
        <Notice tone="warn">
          {worse === 1 ? '1 example loses' : `${worse} examples lose`} more money after provider costs than
          under the list in force.
        </Notice>
      )}
      <Figures
        caption="Simulated transfers"
        hideCaption
        columns={COLUMNS}
        rows={transfers}
        rowKey={({ sender, recipient, sends, isForeignCard }) =>
          `${sender}/${recipient} ${sends.amount} ${String(isForeignCard)}`
        }
        none="Nothing to simulate."
      />
    </section>
  )
}
