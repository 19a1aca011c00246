import { officeCalls, type FraudReplay } from '@sesa/contract/office'
import { callOffice, tryCall } from '../../lib/api.ts'
import { ChangedPayments } from '../../parts/rule-trials.tsx'
import { fraudSentence } from './sentence.ts'
import { RulesPage } from './rules-page.tsx'
import type { Rule } from './rule-list.ts'

const DAYS = 30

const hitsOf = ({ rules }: FraudReplay) =>
  new Map(rules.map(({ name, before, after }) => [name, { before, after }] as const))

/** The rules that decide on each payment before the card is charged. */
export default function FraudRulesPage() {
  return (
    <RulesPage
      title="Fraud rules"
      lead="They decide on each payment before the card is charged."
      name="fraud"
      sentenceOf={fraudSentence}
      hasThen
      hasShadow={false}
      read={() => callOffice(officeCalls.listFraudRules, {})}
      tryOn={(rules: Rule[]) => callOffice(officeCalls.replayFraudRules, { body: { rules, days: DAYS } })}
      hitsOf={hitsOf}
      showTrial={(replay) => <ChangedPayments replay={replay} />}
      ask={(rules, { reason }) => tryCall(officeCalls.requestFraudRules, { body: { rules, reason } })}
    />
  )
}
