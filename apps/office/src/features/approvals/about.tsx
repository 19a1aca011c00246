import * as v from 'valibot'
import { officeCalls, type Approval, type ApprovalAbout, type Permission } from '@sesa/contract/office'
import { TextLink } from '@sesa/ui/button.tsx'
import { Notice } from '@sesa/ui/feedback/notice.tsx'
import type { Fact } from '@sesa/ui/layout/card.tsx'
import { paths } from '../../lib/paths.ts'
import { useMay } from '../../lib/session.ts'
import { useCall } from '../../lib/api.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { FraudReplayFigures, MonitoringTrialFigures } from '../../parts/rule-trials.tsx'
import { Section } from '../../parts/section.tsx'
import { dayFromNow } from '../../lib/days.ts'

/** What the server says about the record, with the way to it. */
export function aboutFacts({ about }: Approval): Fact[] {
  return [
    { label: 'About', value: <AboutLink about={about} /> },
    { label: 'Current state', value: about.state },
    ...about.facts.map(({ label, value }) => ({ key: label, label, value })),
  ]
}

const PAGES: Readonly<
  Record<
    NonNullable<ApprovalAbout['link']>['page'],
    readonly [needs: Permission, href: (id: string) => string]
  >
> = {
  transfer: ['transfers.read', paths.transfer],
  customer: ['customers.read', paths.customer],
  identity_check: ['identity.review', paths.identityCheck],
  staff: ['staff.read', () => paths.staff],
  prices: ['prices.read', () => paths.prices],
  corridors: ['corridors.read', () => paths.corridors],
  limits: ['limits.change', () => paths.limits],
  floats: ['finance.read', () => paths.floats],
  monitoring_rules: ['monitoring.change', () => paths.monitoringRules],
  fraud_rules: ['fraud.manage', () => paths.fraudRules],
  report_profiles: ['reports.file', () => paths.reportProfiles],
}

/** Leads to what the request is about, where the member may open it. */
function AboutLink({ about: { label, link } }: { about: ApprovalAbout }) {
  const may = useMay()
  if (link === null) return label
  const [needs, href] = PAGES[link.page]
  return may(needs) ? <TextLink href={href(link.id ?? '')}>{label}</TextLink> : label
}

const TRIED_DAYS = 30

/** Shows a backtest of the requested rules over the last 30 days. */
export function RuleTrial({ approval: { action, payload } }: { approval: Approval }) {
  const may = useMay()
  const rules = v.is(v.array(v.record(v.string(), v.unknown())), payload['rules']) ? payload['rules'] : []
  const title = `Backtest: last ${TRIED_DAYS} days`
  const isMonitoring = action === 'set_monitoring_rules'
  if (!isMonitoring && action !== 'set_fraud_rules') return null
  if (!may(isMonitoring ? 'monitoring.change' : 'fraud.manage'))
    return <Notice>Compliance can backtest these rules. Ask them for the result.</Notice>
  return (
    <Section title={title}>
      {isMonitoring ? <MonitoringTrial rules={rules} /> : <FraudTrial rules={rules} />}
    </Section>
  )
}

interface Tried {
  rules: Record<string, unknown>[]
}

function MonitoringTrial({ rules }: Tried) {
  const tried = useCall(['rules', 'monitoring', 'tried', rules], officeCalls.tryMonitoringRules, {
    body: { rules, from: dayFromNow(-TRIED_DAYS), to: dayFromNow(0) },
  })
  return (
    <Loaded query={tried} what="the backtest">
      {(trial) => <MonitoringTrialFigures trial={trial} />}
    </Loaded>
  )
}

function FraudTrial({ rules }: Tried) {
  const tried = useCall(['rules', 'fraud', 'tried', rules], officeCalls.replayFraudRules, {
    body: { rules, days: TRIED_DAYS },
  })
  return (
    <Loaded query={tried} what="the backtest">
      {(replay) => <FraudReplayFigures replay={replay} />}
    </Loaded>
  )
}
