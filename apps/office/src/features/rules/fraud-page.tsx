import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type RulesList } from '@sesa/contract/office'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { FraudReplayFigures } from '../../parts/rule-trials.tsx'
import { ChangeRules } from './change-rules.tsx'
import { InForce, versionInForce, Versions } from './versions.tsx'

/** The rules of fraud: in force, earlier ones, and a change of them. */
export default function FraudRulesPage() {
  const may = useMay()
  const rules = useQuery({
    queryKey: ['rules', 'fraud'],
    queryFn: ({ signal }) => callOffice(officeCalls.listFraudRules, { signal }),
  })
  return (
    <Page title="Fraud rules" width="wide" lead="They decide on each payment before the card is charged.">
      {may('monitoring.change') && (
        <div>
          <ButtonLink href={paths.rules} variant="secondary">
            Monitoring rules
          </ButtonLink>
        </div>
      )}
      <Loaded query={rules} what="the fraud rules">
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
          : 'Enter 1 to 92 days.'
      }
      tryOn={(rules) => tryCall(officeCalls.replayFraudRules, { body: { rules, days: Number(days) } })}
      showTrial={(replay) => <FraudReplayFigures replay={replay} />}
      ask={(rules, reason) => tryCall(officeCalls.requestFraudRules, { body: { rules, reason } })}
    />
  )
}
