import { useMemo } from 'react'
import type { ExposureRow, ResultFigures, ResultRow, ResultTotal } from '@sesa/contract/office'
import { corridorName, minorOrder, minorText } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import type { GridColumn } from '../../table/columns.ts'
import { DataTable } from '../../table/data-table.tsx'

type Figure = Exclude<keyof ResultFigures, 'currency'>
type Row = ResultRow
type InCurrency = ResultFigures & { readonly day: string; readonly corridor: string }

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
    { key: 'figure', header: 'Total', render: ({ header }) => header },
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
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={({ key }) => key}
      />
    </>
  )
}

const count = (
  key: 'charged' | 'paidOut' | 'refunded' | 'repaid' | 'disputed',
  header: string,
): GridColumn<Row> => ({
  key,
  header,
  width: 120,
  align: 'right',
  text: (row) => String(row[key]),
  order: (row) => row[key],
})

const ROWS: readonly GridColumn<Row>[] = [
  { key: 'day', header: 'Day (UTC)', width: 130, text: ({ day }) => day },
  { key: 'corridor', header: 'Corridor', width: 140, text: corridorName },
  count('charged', 'Charged'),
  count('paidOut', 'Paid out'),
  count('refunded', 'Refunded'),
  count('repaid', 'Off-card repayments'),
  count('disputed', 'Disputed'),
  {
    key: 'result',
    header: 'Result in USD',
    width: 190,
    align: 'right',
    text: ({ inDollars }) => minorText(inDollars, 'USD'),
    order: ({ inDollars }) => minorOrder(inDollars, 'USD'),
  },
  {
    key: 'signed',
    header: 'Books',
    width: 120,
    text: ({ isSigned }) => (isSigned ? 'Signed' : 'Not signed'),
  },
]

const EMPTY = { title: 'Nothing booked', text: 'Choose another period.' }

/** Counts and the result of each day and corridor. */
export function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <>
      <h2 className="text-xl">By day and corridor</h2>
      <DataTable
        name="results"
        caption="Results by day and corridor"
        columns={ROWS}
        rows={rows}
        rowKey={(row) => `${row.day} ${corridorName(row)}`}
        empty={EMPTY}
      />
    </>
  )
}

const IN_CURRENCIES: readonly GridColumn<InCurrency>[] = [
  { key: 'day', header: 'Day (UTC)', width: 130, text: ({ day }) => day },
  { key: 'corridor', header: 'Corridor', width: 140, text: ({ corridor }) => corridor },
  ...FIGURES.map(([key, header]) => ({
    key,
    header,
    width: 165,
    align: 'right' as const,
    text: (row: InCurrency) => minorText(row[key], row.currency),
    order: (row: InCurrency) => minorOrder(row[key], row.currency),
  })),
]

/** The figures of each day and corridor, in each currency that was booked. */
export function InCurrencies({ rows }: { rows: readonly Row[] }) {
  const flat = useMemo(
    () =>
      rows.flatMap((row) =>
        row.figures.map((one) => ({ ...one, day: row.day, corridor: corridorName(row) })),
      ),
    [rows],
  )
  if (flat.length === 0) return null
  return (
    <>
      <h2 className="text-xl">In each currency</h2>
      <DataTable
        name="results-in-currencies"
        caption="Results by currency"
        columns={IN_CURRENCIES}
        rows={flat}
        rowKey={({ day, corridor, currency }) => `${day} ${corridor} ${currency}`}
        empty={EMPTY}
      />
    </>
  )
}

const moved = (
  key: 'opening' | 'byTransfers' | 'byTreasury' | 'closing',
  header: string,
): GridColumn<ExposureRow> => ({
  key,
  header,
  width: 180,
  align: 'right',
  text: (row) => minorText(row[key], row.currency),
  order: (row) => minorOrder(row[key], row.currency),
})

const EXPOSURE: readonly GridColumn<ExposureRow>[] = [
  { key: 'day', header: 'Day (UTC)', width: 130, text: ({ day }) => day },
  { key: 'currency', header: 'Currency', width: 110, text: ({ currency }) => currency },
  moved('opening', 'Opening'),
  moved('byTransfers', 'By transfers'),
  moved('byTreasury', 'By treasury'),
  moved('closing', 'Closing'),
  {
    key: 'dollars',
    header: 'Closing in USD',
    width: 200,
    align: 'right',
    text: ({ inDollars }) => minorText(inDollars, 'USD'),
    order: ({ inDollars }) => minorOrder(inDollars, 'USD'),
  },
]

/** The open position of each currency by day. */
export function Exposure({ rows }: { rows: readonly ExposureRow[] }) {
  return (
    <>
      <h2 className="text-xl">Open positions</h2>
      <p>
        Amounts received in a currency and not yet exchanged. Transfers open positions at customer rates; our
        and the card provider’s conversions close them.
      </p>
      <DataTable
        name="exposure"
        caption="Open positions by day"
        columns={EXPOSURE}
        rows={rows}
        rowKey={({ day, currency }) => `${day} ${currency}`}
        empty={{ title: 'No open positions', text: 'All currencies are fully exchanged.' }}
      />
    </>
  )
}
