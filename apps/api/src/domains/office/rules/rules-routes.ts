import * as fraud from '../../risk/index.ts'
import * as monitoring from '../../compliance/index.ts'
import { officeCalls } from '@sesa/contract/office'
import type { FastifyInstance } from 'fastify'
import { officeRoute } from '../../../http/office/route.ts'
import { Refused } from '../../../lib/refused.ts'
import { accepted } from '../../../lib/schema-problems.ts'
import { listPolicies, type SignedPolicy } from '../../record/index.ts'
import type { ComplianceDeps } from './deps.ts'
import { readCodeLists, REPORT_COUNTRIES } from '../../compliance/index.ts'

const VERSIONS = 50
const DAY = 86_400_000
const MOST_DAYS = 92
/** Maximum number of changed payments listed in an answer. */
const CHANGED_SHOWN = 100

const shipped = (rules: readonly object[]) => ({
  version: 0,
  mode: 'in_force' as const,
  rules: rules.map((rule) => ({ ...rule })),
  author: null,
  approvedBy: null,
  reason: null,
  since: null,
})

const stored = ({ body, since, ...row }: SignedPolicy) => ({
  version: row.version,
  mode: row.mode,
  rules: (body as { readonly rules: Record<string, unknown>[] }).rules,
  author: row.author,
  approvedBy: row.approvedBy,
  reason: row.reason,
  since: since.toISOString(),
})

/** Returns the first moment of a day (UTC). Throws Refused `invalid_field` for an invalid day. */
function startOf(day: string, field: string): Date {
  const at = new Date(`${day}T00:00:00Z`)
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, 10) !== day)
    throw new Refused('invalid_field', { field, message: 'Enter a valid date.' })
  return at
}

/** Serves the monitoring and fraud rules: versions, trials of others, and requests for new ones. */
export function registerRules(app: FastifyInstance, { db, shippedFraudRules }: ComplianceDeps): void {
  officeRoute(app, officeCalls.listMonitoringRules, async () => {
    const { inForce, shadow } = await monitoring.rulesInForce(db)
    const versions = await listPolicies(db, monitoring.MONITORING_RULES, VERSIONS)
    return {
      inForce: inForce.version,
      // Of the shipped rules, the ones in force are listed.
      shadow: shadow === null || shadow.version === 0 ? null : shadow.version,
      versions: [...versions.map(stored), shipped(monitoring.SHIPPED_RULES.rules)],
    }
  })
  officeRoute(app, officeCalls.tryMonitoringRules, async ({ body }) => {
    const from = startOf(body.from, 'from')
    const to = new Date(startOf(body.to, 'to').getTime() + DAY)
    if (to <= from)
      throw new Refused('invalid_field', { field: 'to', message: 'The last day is before the first one.' })
    if (to.getTime() - from.getTime() > MOST_DAYS * DAY)
      throw new Refused('invalid_field', { field: 'to', message: `Choose at most ${MOST_DAYS} days.` })
    const rules = accepted(monitoring.readRules({ rules: body.rules }))
    const trial = await monitoring.tryRules(db, rules, { from, to })
    return { ...trial, rules: trial.rules.map((rule) => ({ ...rule, examples: [...rule.examples] })) }
  })

  officeRoute(app, officeCalls.listFraudRules, async () => {
    const versions = await listPolicies(db, fraud.FRAUD_RULES, VERSIONS)
    return {
      inForce: versions[0]?.version ?? 0,
      shadow: null,
      versions: [...versions.map(stored), shipped(shippedFraudRules.rules)],
    }
  })
  officeRoute(app, officeCalls.replayFraudRules, async ({ body: { rules, days } }) => {
    const replay = await fraud.replay(db, accepted(fraud.readRules({ rules })), days)
    const { examined, outcomes, amounts, changed } = replay
    return {
      examined,
      outcomes: [...outcomes],
      rules: [...replay.rules],
      amounts: [...amounts],
      changedCount: changed.length,
      changed: changed.slice(0, CHANGED_SHOWN),
    }
  })
}

/** Serves the reporting profile of each country. */
export function registerReportProfiles(
  app: FastifyInstance,
  { reports }: Pick<ComplianceDeps, 'reports'>,
): void {
  officeRoute(app, officeCalls.listReportProfiles, async () => ({
    profiles: await Promise.all(
      REPORT_COUNTRIES.map(async (country) => ({
        country,
        profile: { ...(await reports.profile(country)) },
        codeLists: { ...(await reports.codeLists(country)) },
      })),
    ),
  }))
  officeRoute(
    app,
    officeCalls.addReportSchema,
    async ({ body: { format, name, content: text }, member }) => ({
      schema: { ...(await reports.addSchema({ name, text }, member.name)) },
      codeLists: { ...readCodeLists(text, format) },
    }),
  )
}
