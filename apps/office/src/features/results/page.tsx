import { keepPreviousData } from '@tanstack/react-query'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { useSearchParams } from 'react-router'
import type { AnswerOf } from '@sesa/contract'
import { officeCalls, type ResultFigures, type ResultTotal } from '@sesa/contract/office'
import { formatMoment } from '@sesa/ui/format.ts'
import { ApiError, type Failure } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { tryCall, useAct, useCall } from '../../lib/api.ts'
import { minorText } from '../../lib/words.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { useRun } from '../../parts/use-run.tsx'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { saveFile } from '../../table/csv.ts'
import { Corridors } from './corridors.tsx'

const ProfitByDay = lazy(async () => ({
  default: (await import('../../parts/charts/money-charts.tsx')).ProfitByDay,
}))

type Results = AnswerOf<typeof officeCalls.showResults>
type Dates = Readonly<Record<'from' | 'to', string>>

const queryOf = ({ from, to }: Dates) => ({ ...(from !== '' && { from }), ...(to !== '' && { to }) })

/** Profit and loss of a period by corridor, against the days before, and its files. */
export default function ResultsPage() {
  const [params, setParams] = useSearchParams()
  // Without days in the address, the server answers with the last seven.
  const dates: Dates = { from: params.get('from') ?? '', to: params.get('to') ?? '' }
  const results = useCall(
    ['results', queryOf(dates)],
    officeCalls.showResults,
    { query: queryOf(dates) },
    { placeholderData: keepPreviousData },
  )
  const { error } = results
  // The member can correct a refused period: the dates stay, and the reason shows next to them.
  const refused = error instanceof ApiError && isAboutDates(error.failure) ? error.failure : null
  return (
    <Page
      title="Profit and loss"
      width="wide"
      lead="Earnings and costs by corridor, as in the daily close. Days are in UTC."
    >
      <Period
        shown={results.data}
        onShow={(shown) => setParams(queryOf(shown), { replace: true })}
        busy={results.isFetching}
      />
      {refused ? (
        <Notice tone="error">{refused.message}</Notice>
      ) : (
        <Loaded query={results} what="profit and loss">
          {(shown) => <Shown results={shown} />}
        </Loaded>
      )}
      <Suspense>
        <ProfitByDay />
      </Suspense>
    </Page>
  )
}

const isAboutDates = ({ code }: Failure): boolean => code === 'action_refused' || code === 'invalid_field'

interface PeriodProps {
  shown: Results | undefined
  busy: boolean
  onShow: (dates: Dates) => void
}

/** The first and the last day; empty until the member chooses, which is the last seven days. */
function Period({ shown, busy, onShow }: PeriodProps) {
  const [typed, setTyped] = useState<Partial<Dates>>({})
  const from = typed.from ?? shown?.from ?? ''
  const to = typed.to ?? shown?.to ?? ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onShow({ from, to })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="grid items-end gap-4 sm:grid-cols-3 lg:max-w-200 print:hidden"
    >
      <TextField
        id="from"
        label="From"
        type="date"
        value={from}
        onChange={(value) => setTyped({ ...typed, from: value })}
      />
      <TextField
        id="to"
        label="To"
        type="date"
        value={to}
        onChange={(value) => setTyped({ ...typed, to: value })}
      />
      <Button type="submit" variant="secondary" busy={busy} busyLabel="Loading">
        Show
      </Button>
    </form>
  )
}

function Shown({ results }: { results: Results }) {
  const { from, to, total, ratesAsOf } = results
  return (
    <>
      <Corridors results={results} />
      <Section title={`${from} to ${to}`}>
        <p>
          Total <strong className="text-xl tabular-nums">{minorText(total.inDollars, 'USD')}</strong>.{' '}
          {ratesAsOf === null
            ? 'No rates to convert with.'
            : `Signed days use the rates of their close; other days use those of ${formatMoment(ratesAsOf)}.`}
        </p>
        <Totals total={total} />
        <Files from={from} to={to} />
      </Section>
    </>
  )
}

const FILES = [
  ['results', 'Profit and loss as CSV'],
  ['exposure', 'Open positions as CSV'],
  ['journal', 'Accounting journal'],
] as const

/** The files of the whole period. */
function Files({ from, to }: { from: string; to: string }) {
  const act = useAct()
  const { running, run, refusal } = useRun()
  const save = (file: (typeof FILES)[number][0]) =>
    act(() => tryCall(officeCalls.exportResults, { query: { from, to, file } }), {
      // The browser’s file gets its own byte order mark.
      then: ({ name, text }) => saveFile(name, text.replace(/^\u{feff}/u, '')),
    })
  return (
    <div className="flex flex-col gap-3 print:hidden">
      {refusal}
      <ButtonRow>
        {FILES.map(([file, label]) => (
          <Button
            key={file}
            variant="secondary"
            busy={running === file}
            busyLabel="Loading"
            onClick={() => void run(save(file), file)}
          >
            {label}
          </Button>
        ))}
      </ButtonRow>
      <p className="text-muted">The journal includes only signed days.</p>
    </div>
  )
}

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
function Totals({ total }: { total: ResultTotal }) {
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
