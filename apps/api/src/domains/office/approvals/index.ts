import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Cron, Job } from '../../../jobs/index.ts'
import type { StaffActions } from '../../transfers/index.ts'
import type { Carriers } from './kind.ts'
import { registerApprovals } from './routes.ts'
import { CARRY_OUT, createApprovals, type Approvals } from './service.ts'
import type { InForceDeps } from './values-in-force.ts'

export { FRAUD_RULES } from './compliance-kinds.ts'
export { MONITORING_RULES } from './kinds.ts'
export { type Approvals, type NewRequest, type Person } from './service.ts'
export { takesTwo } from './store.ts'

export interface ApprovalsModule {
  readonly approvals: Approvals
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  routes(app: FastifyInstance): void
}

const payload = v.object({ id: v.string() })

/** What two people do together: one asks, another approves, the worker carries it out. */
export function createApprovalsModule(
  carriers: Carriers & InForceDeps & { readonly transfers: StaffActions },
): ApprovalsModule {
  const approvals = createApprovals(carriers)
  return {
    approvals,
    jobs: [{ task: CARRY_OUT, run: (given) => approvals.carryOut(v.parse(payload, given).id) }],
    crons: [{ task: 'approvals_expire', pattern: '*/10 * * * *', run: () => approvals.expire() }],
    routes: (app) => registerApprovals(app, { ...carriers, approvals }),
  }
}
