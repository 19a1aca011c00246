import { useState } from 'react'
import { COUNTRIES, type AnswerOf } from '@sesa/contract'
import { officeCalls } from '@sesa/contract/office'
import { formatMoney, isCurrencyCode, money } from '@sesa/money'
import { serverNow } from '@sesa/ui/api/http.ts'
import { Button, ButtonRow } from '@sesa/ui/button.tsx'
import { SelectField } from '@sesa/ui/fields/select-field.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { tryCall, useAct } from '../../lib/api.ts'
import { countryName } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Section } from '../../parts/section.tsx'
import { useRun } from '../../parts/use-run.tsx'
import { saveFile } from '../../table/csv.ts'
import { lastMonth, lastWeek } from './periods.ts'

type Answer = AnswerOf<typeof officeCalls.readStatistics>
type Line = Answer['lines'][number]

const WHAT = {
  inward: 'Inward',
  outward: 'Outward, without our fee',
  credited: 'Foreign currency credited',
} as const
const COLUMNS: FigureColumn<Line>[] = [
  { header: 'Day', render: ({ day }) => day },
  { header: 'Figure', render: ({ what }) => WHAT[what] },
  { header: 'Other country', render: ({ otherCountry }) => countryName(otherCountry, '') },
  { header: 'Network', render: ({ network }) => network ?? '' },
  { header: 'Count', align: 'right', render: ({ count }) => count },
  {
    header: 'Amount',
    align: 'right',
    render: ({ amount, currency }) =>
      isCurrencyCode(currency) ? formatMoney(money(BigInt(amount), currency)) : `${currency} ${amount}`,
  },
]
const OPTIONS = COUNTRIES.map(({ code, name }) => ({ value: code, label: name }))

/** The figures that a country's regulator asks for, over a week, a month or any days. */
export function Statistics() {
  const [country, setCountry] = useState<(typeof OPTIONS)[number]['value'] | ''>('')
  const [period, setPeriod] = useState(() => lastWeek(serverNow()))
  const [problem, setProblem] = useState<string>()
  const act = useAct()
  const { busy, run, refusal } = useRun()
  const [answer, setAnswer] = useState<Answer | null>(null)
  const read = () => {
    setProblem(country === '' ? 'Choose a country.' : undefined)
    if (country === '') return
    setAnswer(null)
    const query = { country, ...period }
    void run(act(() => tryCall(officeCalls.readStatistics, { query }), { then: setAnswer }))
  }
  return (
    <Section title="Regulatory statistics">
      <p>Inward and outward remittances and foreign currency credited, by day (UTC).</p>
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField
          id="country"
          label="Country"
          placeholder="Choose a country"
          value={country}
          options={OPTIONS}
          onChange={setCountry}
          {...(problem !== undefined && { error: problem })}
        />
        <TextField
          id="from"
          type="date"
          label="First day"
          value={period.from}
          onChange={(from) => setPeriod({ ...period, from })}
        />
        <TextField
          id="to"
          type="date"
          label="Last day"
          value={period.to}
          onChange={(to) => setPeriod({ ...period, to })}
        />
      </div>
      {refusal}
      <ButtonRow>
        <Button variant="secondary" onClick={() => setPeriod(lastWeek(serverNow()))}>
          Last week
        </Button>
        <Button variant="secondary" onClick={() => setPeriod(lastMonth(serverNow()))}>
          Last month
        </Button>
        <Button busy={busy} onClick={read}>
          Show figures
        </Button>
      </ButtonRow>
      {answer && (
        <>
          <Figures
            caption="Figures"
            columns={COLUMNS}
            rows={answer.lines}
            rowKey={({ day, what, otherCountry, network, currency }) =>
              `${day} ${what} ${otherCountry ?? ''} ${network ?? ''} ${currency}`
            }
            none="No activity in this period."
          />
          <Button
            variant="secondary"
            onClick={() => saveFile(answer.file.name, answer.file.text)}
            className="self-start"
          >
            Download as CSV
          </Button>
        </>
      )}
    </Section>
  )
}
