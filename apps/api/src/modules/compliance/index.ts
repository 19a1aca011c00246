import type { FastifyInstance } from 'fastify'
import { presentApproval, type Approvals } from '../approvals/index.ts'
import { createNoteReveal } from '../office/index.ts'
import type { ComplianceDeps } from './deps.ts'
import { registerIdentity } from './identity-routes.ts'
import { registerReportProfiles } from './profile-routes.ts'
import { registerRules } from './rules-routes.ts'

/** What compliance decides in the office: identity checks, tiers and limits, rules, and profiles of reports. */
export function createComplianceModule({
  approvals,
  revealsPerHour,
  ...deps
}: Pick<ComplianceDeps, 'db' | 'identity' | 'reports' | 'shippedFraudRules'> & {
  readonly approvals: Approvals
  readonly revealsPerHour: number
}): { routes(app: FastifyInstance): void } {
  const all: ComplianceDeps = {
    ...deps,
    noteReveal: createNoteReveal({ db: deps.db, revealsPerHour }),
    ask: async (member, request) => ({
      approval: presentApproval(await approvals.request(member, request), member),
    }),
  }
  return {
    routes(app) {
      registerIdentity(app, all)
      registerRules(app, all)
      registerReportProfiles(app, all)
    },
  }
}
