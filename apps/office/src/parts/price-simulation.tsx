import type { AnswerOf } from '@sesa/contract'
import type { officeCalls, SimulatedPrice } from '@sesa/contract/office'
import { formatMoney, money } from '@sesa/money'
import { formatMoment } from '@sesa/ui/format.ts'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { amountText } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'

type Terms = Omit<SimulatedPrice['now'], 'ofMidBps'>

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

const OTHER_WAYS = { momo: 'Mobile money', bank_debit: 'Bank account' } as const

const COLUMNS: FigureColumn<SimulatedPrice>[] = [
  { header: 'Corridor', render: ({ sender, recipient }) => `${sender} to ${recipient}` },
  { header: 'Amount sent', align: 'right', render: ({ sends }) => amountText(sends) },
  {
    header: 'Pays with',
    render: ({ payWith, isForeignCard }) =>
      payWith === 'card' ? (isForeignCard ? 'Foreign card' : 'Domestic card') : OTHER_WAYS[payWith],
  },
  column('pays', 'Customer pays'),
  column('gets', 'Recipient gets'),
  column('fee', 'Fee'),
  column('margin', 'Margin'),
  column('result', 'After costs'),
]

const dollars = (cents: number): string => formatMoney(money(cents, 'USD'))
const counted = (count: number): string => count.toLocaleString('en-US')

interface PastPricesProps {
  simulated: Pick<AnswerOf<typeof officeCalls.simulatePrices>, 'past' | 'ratesAsOf'> | undefined
  /** False while only the list in force is shown. */
  isChanged?: boolean
  isOld?: boolean
}

/** The transfers of the last 30 days priced again: what we keep, and how many lose money. */
export function PastPrices({ simulated, isChanged = true, isOld }: PastPricesProps) {
  if (!simulated?.past) return <p className="text-muted">Pricing the last 30 days again.</p>
  const { transfers, isAll, now, next } = simulated.past
  const both = (before: string, after: string): string => (isChanged ? `${before} → ${after}` : after)
  return (
    <p role="status" aria-busy={isOld}>
      {isAll ? 'Last 30 days priced again' : 'The newest transfers of 30 days priced again'} at the rates of{' '}
      {formatMoment(simulated.ratesAsOf)}: <b>{counted(transfers)}</b>{' '}
      {transfers === 1 ? 'transfer' : 'transfers'}, profit{' '}
      <b className="whitespace-nowrap">{both(dollars(now.profit), dollars(next.profit))}</b>, at a loss{' '}
      <b>{both(counted(now.losses), counted(next.losses))}</b>
    </p>
  )
}

/** Usual amounts of every corridor under the list in force and under the new one. */
export function PriceSimulation({ ratesAsOf, past, transfers }: AnswerOf<typeof officeCalls.simulatePrices>) {
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
      {past && <PastPrices simulated={{ ratesAsOf, past }} />}
      {worse > 0 && (
        <Notice tone="warn">
          {worse === 1 ? '1 example loses' : `${worse} examples lose`} more money after provider costs than
          under the list in force.
        </Notice>
      )}
      <Figures
        caption="Simulated transfers"
        columns={COLUMNS}
        rows={transfers}
        rowKey={({ sender, recipient, sends, payWith, isForeignCard }) =>
          `${sender}/${recipient} ${sends.amount} ${payWith} ${String(isForeignCard)}`
        }
        none="Nothing to simulate."
      />
    </section>
  )
}
