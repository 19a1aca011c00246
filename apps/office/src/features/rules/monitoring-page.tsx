import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { officeCalls, type RulesList } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { ButtonLink } from '@sesa/ui/button.tsx'
import { RadioGroup } from '@sesa/ui/fields/radio-group.tsx'
import { TextField } from '@sesa/ui/fields/text-field.tsx'
import { Page } from '@sesa/ui/layout/page.tsx'
import { callOffice, tryCall } from '../../lib/api.ts'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { MonitoringTrialFigures } from '../../parts/rule-trials.tsx'
import { ChangeRules } from './change-rules.tsx'
import { InForce, versionInForce, Versions } from './versions.tsx'

const DAY = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
/** The rules of monitoring: in force, earlier ones, and a change of them. */
export default function MonitoringRulesPage() {
  const may = useMay()
  const rules = useQuery({
    queryKey: ['rules', 'monitoring'],
    queryFn: ({ signal }) => callOffice(officeCalls.listMonitoringRules, { signal }),
  })
  return (
    <Page
      title="Rules"
      documentTitle="Monitoring rules"
      width="wide"
      lead="They analyse payments after the charge and open cases."
    >
      {may('fraud.manage') && (
        <div>
          <ButtonLink href={paths.fraudRules} variant="secondary">
            Fraud rules
          </ButtonLink>
        </div>
      )}
      <Loaded query={rules} what="the monitoring rules">
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
  const [from, setFrom] = useState(() => dayOf(serverNow() - 30 * DAY))
  const [to, setTo] = useState(() => dayOf(serverNow()))
  const [mode, setMode] = useState<'in_force' | 'shadow'>('in_force')
  return (
    <ChangeRules
      rules={versionInForce(list)?.rules ?? []}
      period={
        <>
          <TextField id="from" type="date" label="First day" value={from} onChange={setFrom} />
          <TextField
            id="to"
            type="date"
            label="Last day"
            hint="At most 92 days, in UTC."
            value={to}
            onChange={setTo}
          />
        </>
      }
      periodProblem={() => (from === '' || to === '' ? 'Choose the backtest period.' : undefined)}
      tryOn={(rules) => tryCall(officeCalls.tryMonitoringRules, { body: { rules, from, to } })}
      showTrial={(trial) => <MonitoringTrialFigures trial={trial} />}
      choices={
        <RadioGroup
          id="mode"
          label="Mode"
          inline
          value={mode}
          options={[
            { value: 'in_force', label: 'In force' },
            { value: 'shadow', label: 'Shadow mode (record only)' },
          ]}
          onChange={setMode}
        />
      }
      ask={(rules, reason) => tryCall(officeCalls.requestMonitoringRules, { body: { rules, mode, reason } })}
    />
  )
}
