import type { DayReport } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { accountText, breakWord, corridorName, minorText, readable } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'

const currencyOf = (account: string): string => account.split(':')[1] ?? ''

type Corridor = DayReport['corridors'][number]
type Result = { readonly corridor: string } & Corridor['results'][number]
type Account = DayReport['accounts'][number]
type Position = DayReport['positions'][number]

const movedOf = ({ entries }: Account): string =>
  String(Object.values(entries).reduce((sum, one) => sum + BigInt(one), 0n))

const CORRIDORS: FigureColumn<Corridor>[] = [
  { header: 'Corridor', render: corridorName },
  { header: 'Charged', align: 'right', render: ({ charged }) => charged },
  { header: 'Paid out', align: 'right', render: ({ paidOut }) => paidOut },
  { header: 'Refunded', align: 'right', render: ({ refunded }) => refunded },
  { header: 'Off-card repayments', align: 'right', render: ({ repaid }) => repaid },
  { header: 'Disputed', align: 'right', render: ({ disputed }) => disputed },
  { header: 'Result in USD', align: 'right', render: ({ inDollars }) => minorText(inDollars, 'USD') },
]

const result = (
  key: 'fees' | 'margin' | 'exchange' | 'providerFees' | 'losses',
  header: string,
): FigureColumn<Result> => ({
  key,
  header,
  align: 'right',
  render: (row) => minorText(row[key], row.currency),
})
const RESULTS: FigureColumn<Result>[] = [
  { header: 'Corridor', render: ({ corridor }) => corridor },
  result('fees', 'Fees'),
  result('margin', 'Margin'),
  result('exchange', 'Exchange'),
  result('providerFees', 'Provider fees'),
  result('losses', 'Losses'),
]

const balance = (key: 'opening' | 'closing', header: string): FigureColumn<Account> => ({
  key,
  header,
  align: 'right',
  render: (row) => minorText(row[key], currencyOf(row.account)),
})
const ACCOUNTS: FigureColumn<Account>[] = [
  { header: 'Account', render: ({ account }) => accountText(account) },
  balance('opening', 'Opening'),
  { header: 'Moved', align: 'right', render: (row) => minorText(movedOf(row), currencyOf(row.account)) },
  balance('closing', 'Closing'),
]

const POSITIONS: FigureColumn<Position>[] = [
  { header: 'Account', render: ({ account }) => accountText(account) },
  { header: 'State', render: ({ state }) => readable(state) },
  {
    header: 'Provider less our books',
    align: 'right',
    render: ({ account, difference }) => minorText(difference, currencyOf(account)),
  },
]

const hasResult = ({ currency: _currency, ...parts }: Corridor['results'][number]): boolean =>
  Object.values(parts).some((part) => part !== '0')
const isUsed = ({ opening, closing, entries }: Account): boolean =>
  opening !== '0' || closing !== '0' || Object.keys(entries).length > 0

/** A day's report as tables, without rows of zeros. */
export function Report({ report }: { report: DayReport }) {
  const { corridors, accounts, positions, openBreaks, ratesAsOf } = report
  const results = corridors.flatMap((corridor) =>
    corridor.results.filter(hasResult).map((one) => ({ corridor: corridorName(corridor), ...one })),
  )
  return (
    <>
      <Section title="Corridors">
        <p>
          {ratesAsOf === null
            ? 'No rates to convert with.'
            : `In USD at the mid-market rates of ${formatMoment(ratesAsOf)}.`}
        </p>
        <Figures
          none="Nothing was booked."
          caption="Corridors"
          columns={CORRIDORS}
          rows={corridors}
          rowKey={corridorName}
        />
        <Figures
          showsCaption
          none="Nothing was booked."
          caption="Results by currency"
          columns={RESULTS}
          rows={results}
          rowKey={({ corridor, currency }) => `${corridor} ${currency}`}
        />
      </Section>
      <Section title="Accounts">
        <p>The closing balance of “Open position” is the currency’s open position.</p>
        <Figures
          none="Nothing was booked."
          caption="Accounts"
          columns={ACCOUNTS}
          rows={accounts.filter(isUsed)}
          rowKey={({ account }) => account}
        />
      </Section>
      <Section title="Compared with providers">
        <Figures
          none="Nothing was booked."
          caption="Positions"
          columns={POSITIONS}
          rows={positions}
          rowKey={({ account }) => account}
        />
        {Object.entries(openBreaks).map(([kind, count]) => (
          <p key={kind}>
            Open breaks “{breakWord(kind)}”: {count}
          </p>
        ))}
      </Section>
    </>
  )
}
