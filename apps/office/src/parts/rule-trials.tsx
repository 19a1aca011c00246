import type { FraudReplay, MonitoringTrial } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../lib/paths.ts'
import { readable } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'

type Tried = MonitoringTrial['rules'][number]

const figure = (count: number | null): string => (count === null ? 'No rule' : String(count))

const columnsOf = (version: number): FigureColumn<Tried>[] => [
  { key: 'rule', header: 'Rule', render: ({ ruleId }) => ruleId },
  {
    key: 'before',
    header: `Cases, version ${version}`,
    align: 'right',
    render: ({ before }) => figure(before),
  },
  { key: 'after', header: 'Cases, proposed', align: 'right', render: ({ after }) => figure(after) },
  {
    key: 'little',
    header: 'Too little history',
    align: 'right',
    render: ({ insufficient }) => insufficient,
  },
  {
    key: 'examples',
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
        hideCaption
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
  { key: 'before', header: 'Actual', align: 'right', render: ({ before }) => before },
  { key: 'after', header: 'Proposed', align: 'right', render: ({ after }) => after },
]
const AMOUNTS: FigureColumn<Amount>[] = [
  { key: 'outcome', header: 'Outcome', render: ({ outcome }) => readable(outcome) },
  { key: 'before', header: 'Actual', align: 'right', render: ({ before }) => before },
  { key: 'after', header: 'Proposed', align: 'right', render: ({ after }) => after },
]
const CHANGED: FigureColumn<Changed>[] = [
  {
    key: 'reference',
    header: 'Transfer',
    render: ({ reference }) =>
      reference === null ? 'Refused' : <TextLink href={paths.transfer(reference)}>{reference}</TextLink>,
  },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount }) => amount },
  { key: 'before', header: 'Actual', render: ({ before }) => before },
  { key: 'after', header: 'Proposed', render: ({ after }) => after },
  { key: 'rule', header: 'Rule', render: ({ ruleId }) => ruleId ?? '' },
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
        caption="Payments by outcome"
        columns={tally('Outcome')}
        rows={outcomes.map((row) => ({ ...row, name: readable(row.name) }))}
        rowKey={({ name }) => name}
        none="No payments in this period."
      />
      {examined > 0 && (
        <>
          <Figures
            caption="Amounts by outcome"
            columns={AMOUNTS}
            rows={amounts}
            rowKey={({ outcome, before, after }) => `${outcome} ${before} ${after}`}
            none="No amounts."
          />
          <Figures
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
