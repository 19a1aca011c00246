import type { FraudReplay, MonitoringTrial } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../lib/paths.ts'
import { readable } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'

type Tried = MonitoringTrial['rules'][number]

const figure = (count: number | null): string => (count === null ? 'No rule' : String(count))

const columnsOf = (version: number): FigureColumn<Tried>[] => [
  { header: 'Rule', render: ({ ruleId }) => ruleId },
  { header: `Cases, version ${version}`, align: 'right', render: ({ before }) => figure(before) },
  { header: 'Cases, proposed', align: 'right', render: ({ after }) => figure(after) },
  { header: 'Too little history', align: 'right', render: ({ insufficient }) => insufficient },
  {
    header: 'Examples',
    render: ({ examples }) => examples.map((one) => <Example key={one} reference={one} />),
  },
]

function Example({ reference }: { reference: string }) {
  return (
    <span className="block">
      <TextLink href={paths.transfer(reference)}>{reference}</TextLink>
    </span>
  )
}

/** Backtests monitoring rules over past payments. */
export function MonitoringTrialFigures({ trial: { subjects, version, rules } }: { trial: MonitoringTrial }) {
  return (
    <>
      <p>{subjects} accounts and wallets, each counted once per day with a payment.</p>
      <Figures
        caption="Cases that would have opened"
        columns={columnsOf(version)}
        rows={rules}
        rowKey={({ ruleId }) => ruleId}
        none="No rules tested."
      />
    </>
  )
}

type Tally = FraudReplay['outcomes'][number]
type Amount = FraudReplay['amounts'][number]
type Changed = FraudReplay['changed'][number]

const tally = (header: string): FigureColumn<Tally>[] => [
  { key: 'name', header, render: ({ name }) => name },
  { header: 'Actual', align: 'right', render: ({ before }) => before },
  { header: 'Proposed', align: 'right', render: ({ after }) => after },
]
const AMOUNTS: FigureColumn<Amount>[] = [
  { header: 'Outcome', render: ({ outcome }) => readable(outcome) },
  { header: 'Actual', align: 'right', render: ({ before }) => before },
  { header: 'Proposed', align: 'right', render: ({ after }) => after },
]
const CHANGED: FigureColumn<Changed>[] = [
  {
    header: 'Transfer',
    render: ({ reference }) =>
      reference === null ? 'Refused' : <TextLink href={paths.transfer(reference)}>{reference}</TextLink>,
  },
  { header: 'Amount', align: 'right', render: ({ amount }) => amount },
  { header: 'Actual', render: ({ before }) => before },
  { header: 'Proposed', render: ({ after }) => after },
  { header: 'Rule', render: ({ ruleId }) => ruleId ?? '' },
]

/** The payments that fraud rules would have treated differently. */
export function ChangedPayments({ replay: { examined, changed, changedCount } }: { replay: FraudReplay }) {
  return (
    <>
      <p role="status">
        {examined} payments; {changedCount} would have had another outcome.
      </p>
      {changedCount > 0 && (
        <Figures
          showsCaption
          caption={
            changedCount > changed.length
              ? `First ${changed.length} with another outcome`
              : 'Payments with another outcome'
          }
          columns={CHANGED}
          rows={changed}
          rowKey={({ reference, amount, before }) => `${reference ?? ''} ${amount} ${before}`}
          none="No payment would have had another outcome."
        />
      )}
    </>
  )
}

/** Backtests fraud rules over past payments. */
export function FraudReplayFigures({ replay }: { replay: FraudReplay }) {
  const { examined, outcomes, rules, amounts } = replay
  return (
    <>
      <Figures
        showsCaption
        caption="Payments by outcome"
        columns={tally('Outcome')}
        rows={outcomes.map((row) => ({ ...row, name: readable(row.name) }))}
        rowKey={({ name }) => name}
        none="No payments in this period."
      />
      {examined > 0 && (
        <>
          <Figures
            showsCaption
            caption="Amounts by outcome"
            columns={AMOUNTS}
            rows={amounts}
            rowKey={({ outcome, before, after }) => `${outcome} ${before} ${after}`}
            none="No amounts."
          />
          <Figures
            showsCaption
            caption="Payments by rule"
            columns={tally('Rule')}
            rows={rules}
            rowKey={({ name }) => name}
            none="No rule applied to a payment."
          />
        </>
      )}
      <ChangedPayments replay={replay} />
    </>
  )
}
