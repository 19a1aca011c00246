import type { ResultFigures, ResultTotal } from '@sesa/contract/office'
import { minorText } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'

type Figure = Exclude<keyof ResultFigures, 'currency'>

const FIGURES: readonly (readonly [Figure, string])[] = [
  ['charged', 'Charged'],
  ['paidOut', 'Paid out'],
  ['refunded', 'Refunded'],
  ['repaid', 'Off-card repayments'],
  ['disputed', 'Disputed'],
  ['fees', 'Fees'],
  ['margin', 'Margin'],
  ['exchange', 'Exchange'],
  ['providerFees', 'Provider fees'],
  ['losses', 'Losses'],
]

/** A figure with its sum in each currency. */
interface Sum {
  readonly key: Figure
  readonly header: string
}

/** The sums of a period: counts, and every figure in each currency. */
export function Totals({ total }: { total: ResultTotal }) {
  const { charged, paidOut, refunded, repaid, disputed, figures } = total
  const columns: readonly FigureColumn<Sum>[] = [
    { header: 'Total', render: ({ header }) => header },
    ...figures.map((one) => ({
      key: one.currency,
      header: one.currency,
      align: 'right' as const,
      render: ({ key }: Sum) => minorText(one[key], one.currency),
    })),
  ]
  const rows = figures.length === 0 ? [] : FIGURES.map(([key, header]) => ({ key, header }))
  return (
    <>
      <p>
        Transfers: {charged} charged, {paidOut} paid out, {refunded} refunded, {repaid} repaid off card,{' '}
        {disputed} disputed. Reversed amounts are deducted.
      </p>
      <Figures
        none="Nothing to add up."
        caption="Totals by currency"
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </>
  )
}
