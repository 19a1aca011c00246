import type { FastifyInstance } from 'fastify'
import type { Db } from '../../db/index.ts'
import { presentApproval, type Approvals, type NewRequest, type Person } from '../approvals/index.ts'
import type { RuleSet } from '../fraud/index.ts'
import type { IdentityStaff } from '../identity-checks/index.ts'
import { createNoteReveal, type NoteReveal } from '../office/index.ts'
import { registerIdentity } from './identity-routes.ts'
import { registerRules } from './rules-routes.ts'

export interface ComplianceDeps {
  readonly db: Db
  readonly identity: IdentityStaff
  /** The rules of fraud that are in force until staff store others. */
  readonly shippedFraudRules: RuleSet
  readonly noteReveal: NoteReveal
  /** Asks for something that takes two people. */
  ask(member: Person, request: NewRequest): Promise<{ readonly approval: ReturnType<typeof presentApproval> }>
}

/** What compliance decides in the office: identity checks, tiers and their limits, rules of monitoring and fraud. */
export function createComplianceModule({
  approvals,
  revealsPerHour,
  ...deps
}: Pick<ComplianceDeps, 'db' | 'identity' | 'shippedFraudRules'> & {
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
    },
  }
}
