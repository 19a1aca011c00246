import type { FastifyInstance } from 'fastify'
import { createNoteReveal } from '../pages/index.ts'
import type { ComplianceDeps } from './deps.ts'
import { registerIdentity } from './identity-routes.ts'
import { registerReportProfiles, registerRules } from './rules-routes.ts'

/** Creates compliance's part of the office: identity checks, tiers and limits, rules, and reporting profiles. */
export function createComplianceModule({
  revealsPerHour,
  ...deps
}: Pick<ComplianceDeps, 'db' | 'identity' | 'reports' | 'shippedFraudRules' | 'approvals'> & {
  readonly revealsPerHour: number
}): { routes(app: FastifyInstance): void } {
  const all: ComplianceDeps = {
    ...deps,
    noteReveal: createNoteReveal({ db: deps.db, revealsPerHour }),
  }
  return {
    routes(app) {
      registerIdentity(app, all)
      registerRules(app, all)
      registerReportProfiles(app, all)
    },
  }
}
