import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type FraudReplay, type RulesList } from '@sesa/contract/office'
import { ButtonLink, TextLink } from '@sesa/web/ui/button.tsx'
import { TextField } from '@sesa/web/ui/fields/text-field.tsx'
import { Page } from '@sesa/web/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { readable } from '../../lib/words.ts'
import { Figures, type FigureColumn } from '../../parts/figures.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ChangeRules } from './change-rules.tsx'
import { InForce, versionInForce, Versions } from './versions.tsx'

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

/** The rules of fraud: in force, earlier ones, and a change of them. */
export default function FraudRulesPage() {
  const may = useMay()
  const rules = useQuery({
    queryKey: ['rules', 'fraud'],
    queryFn: ({ signal }) => callOffice(officeCalls.listFraudRules, { signal }),
  })
  return (
    <Page
      title="Rules of fraud"
      width="wide"
      lead="They decide about each payment before the card is charged."
    >
      {may('monitoring.change') && (
        <div>
          <ButtonLink href={paths.rules} variant="secondary">
            Rules of monitoring
          </ButtonLink>
        </div>
      )}
      <Loaded query={rules} what="the rules of fraud">
        {(list) => (
          <>
            <InForce list={list} />
            <Change list={list} />
            <Versions versions={list.versions} />
          </>
        )}
      </Loaded>
    </Page>
  )
}

function Change({ list }: { list: RulesList }) {
  const [days, setDays] = useState('30')
  return (
    <ChangeRules
      rules={versionInForce(list)?.rules ?? []}
      period={
        <TextField
          id="days"
          label="Days to look back"
          hint="At most 92."
          inputMode="numeric"
          autoComplete="off"
          value={days}
          onChange={setDays}
        />
      }
      periodProblem={() =>
        /^\d{1,2}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= 92
          ? undefined
          : 'Look back between 1 and 92 days.'
      }
      tryOn={(rules) => tryCall(officeCalls.replayFraudRules, { body: { rules, days: Number(days) } })}
      showTrial={(replay) => <Replay replay={replay} />}
      ask={(rules, reason) => tryCall(officeCalls.requestFraudRules, { body: { rules, reason } })}
    />
  )
}

function Replay({ replay }: { replay: FraudReplay }) {
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
