import type { FastifyInstance } from 'fastify'
import type { Cron, Job } from '../../../jobs/index.ts'
import type { IdentityChecksDeps } from './deps.ts'
import { createCrons, createJobs } from './queue.ts'
import { registerIdentityChecks, registerNotifications } from './routes.ts'
import { createIdentityChecks } from './service.ts'
import { createIdentityStaff, type IdentityStaff } from './staff.ts'

export interface IdentityChecksModule {
  routes(app: FastifyInstance): void
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Staff actions on checks and tiers. */
  readonly staff: IdentityStaff
}

/** Verifies customers' identity at a provider with a document and a selfie, and raises their limits. */
export function createIdentityChecksModule(deps: IdentityChecksDeps): IdentityChecksModule {
  const checks = createIdentityChecks(deps)
  return {
    routes(app) {
      registerIdentityChecks(app, checks)
      registerNotifications(app, deps)
    },
    jobs: createJobs(deps),
    crons: createCrons(deps),
    staff: createIdentityStaff(deps),
  }
}
