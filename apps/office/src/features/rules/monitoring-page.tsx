import { officeCalls, type MonitoringTrial } from '@sesa/contract/office'
import { callOffice, tryCall } from '../../lib/api.ts'
import { monitoringSentence } from './sentence.ts'
import { RulesPage } from './rules-page.tsx'
import type { Rule } from './rule-list.ts'
import { dayFromNow } from '../../lib/days.ts'

const DAYS = 30

const hitsOf = ({ rules }: MonitoringTrial) =>
  new Map(rules.map(({ ruleId, before, after, examples }) => [ruleId, { before, after, examples }] as const))

/** The rules that analyse payments after the charge and open cases. */
export default function MonitoringRulesPage() {
  return (
    <RulesPage
      title="Monitoring rules"
      lead="They analyse payments after the charge and open cases."
      name="monitoring"
      sentenceOf={monitoringSentence}
      hasThen={false}
      hasShadow
      read={() => callOffice(officeCalls.listMonitoringRules, {})}
      tryOn={(rules: Rule[]) =>
        callOffice(officeCalls.tryMonitoringRules, {
          body: { rules, from: dayFromNow(-DAYS), to: dayFromNow(0) },
        })
      }
      hitsOf={hitsOf}
      showTrial={({ subjects }) => (
        <p role="status">{`${subjects.toLocaleString('en-US')} accounts and wallets tried, each counted once per day with a payment.`}</p>
      )}
      ask={(rules, { reason, mode }) =>
        tryCall(officeCalls.requestMonitoringRules, { body: { rules, mode, reason } })
      }
    />
  )
}
