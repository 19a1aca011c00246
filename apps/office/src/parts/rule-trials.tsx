import type { FraudReplay, MonitoringTrial } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { paths } from '../lib/paths.ts'
import { readable } from '../lib/words.ts'
import { Figures, type FigureColumn } from './figures.tsx'

type Tried = MonitoringTrial['rules'][number]

const figure = (count: number | null): string => (count === null ? 'No such rule' : String(count))

const columnsOf = (version: number): FigureColumn<Tried>[] => [
  { key: 'rule', header: 'Rule', render: ({ ruleId }) => ruleId },
  {
    key: 'before',
    header: `Cases by version ${version}`,
    align: 'right',
    render: ({ before }) => figure(before),
  },
  { key: 'after', header: 'Cases by yours', align: 'right', render: ({ after }) => figure(after) },
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

/** What rules of monitoring would have found in the past. */
export function MonitoringTrialFigures({ trial: { subjects, version, rules } }: { trial: MonitoringTrial }) {
  return (
    <>
      <p>On {subjects} accounts and wallets, each counted on every day with a payment.</p>
      <Figures
        caption="Subjects that would have had a case"
        hideCaption
        columns={columnsOf(version)}
        rows={rules}
        rowKey={({ ruleId }) => ruleId}
        none="No rule was tried."
      />
    </>
  )
}

type Tally = FraudReplay['outcomes'][number]
type Amount = FraudReplay['amounts'][number]
type Changed = FraudReplay['changed'][number]

const tally = (header: string): FigureColumn<Tally>[] => [
  { key: 'name', header, render: ({ name }) => name },
  { key: 'before', header: 'Then', align: 'right', render: ({ before }) => before },
  { key: 'after', header: 'With yours', align: 'right', render: ({ after }) => after },
]
const AMOUNTS: FigureColumn<Amount>[] = [
  { key: 'outcome', header: 'Outcome', render: ({ outcome }) => readable(outcome) },
  { key: 'before', header: 'Then', align: 'right', render: ({ before }) => before },
  { key: 'after', header: 'With yours', align: 'right', render: ({ after }) => after },
]
const CHANGED: FigureColumn<Changed>[] = [
  {
    key: 'reference',
    header: 'Transfer',
    render: ({ reference }) =>
      reference === null ? 'Refused' : <TextLink href={paths.transfer(reference)}>{reference}</TextLink>,
  },
  { key: 'amount', header: 'Amount', align: 'right', render: ({ amount }) => amount },
  { key: 'before', header: 'Then', render: ({ before }) => before },
  { key: 'after', header: 'With yours', render: ({ after }) => after },
  { key: 'rule', header: 'Rule', render: ({ ruleId }) => ruleId ?? '' },
]

/** What rules of fraud would have decided about past payments. */
export function FraudReplayFigures({ replay }: { replay: FraudReplay }) {
  const { examined, outcomes, rules, amounts, changed, changedCount } = replay
  return (
    <>
      <p>
        {examined} payments, of which {changedCount} would have been treated differently.
      </p>
      <Figures
        caption="Payments by outcome"
        columns={tally('Outcome')}
        rows={outcomes.map((row) => ({ ...row, name: readable(row.name) }))}
        rowKey={({ name }) => name}
        none="There were no payments in these days."
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
            none="No rule applied to a payment, then or with yours."
          />
          <Figures
            caption={
              changedCount > changed.length ? `The first ${changed.length} that differ` : 'What differs'
            }
            columns={CHANGED}
            rows={changed}
            rowKey={({ reference, amount, before }) => `${reference ?? ''} ${amount} ${before}`}
            none="No payment would have been treated differently."
          />
        </>
      )}
    </>
  )
}
