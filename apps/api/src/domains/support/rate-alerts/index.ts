import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../../jobs/index.ts'
import { checkAlerts } from './check.ts'
import { registerRateAlerts } from './routes.ts'
import { CHECK_JOB, type RateAlertsDeps } from './service.ts'

export { exportAlerts, forgetAlerts } from './store.ts'

export interface RateAlertsModule {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
}

/** Creates the alerts about our rate between two countries: at a threshold, or every day. */
export function createRateAlertsModule(deps: RateAlertsDeps): RateAlertsModule {
  return {
    routes: (app) => registerRateAlerts(app, deps),
    crons: [{ task: CHECK_JOB, pattern: '*/5 * * * *', run: () => checkAlerts(deps) }],
  }
}
