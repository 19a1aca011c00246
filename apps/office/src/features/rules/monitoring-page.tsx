import { officeCalls, type MonitoringTrial } from '@sesa/contract/office'
import { serverNow } from '@sesa/ui/api/http.ts'
import { callOffice, tryCall } from '../../lib/api.ts'
import { monitoringSentence } from './sentence.ts'
import { RulesPage } from './rules-page.tsx'
import type { Rule } from './rule-list.ts'

const DAYS = 30
const DAY_MS = 86_400_000
const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)

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
      tryOn={(rules: Rule[]) => {
        const body = { rules, from: dayOf(serverNow() - DAYS * DAY_MS), to: dayOf(serverNow()) }
        return callOffice(officeCalls.tryMonitoringRules, { body })
      }}
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
