import type { FastifyInstance } from 'fastify'
import type { Cron, Sweep } from '../../../jobs/index.ts'
import { registerNotifications } from './routes.ts'
import { createTellSweep, type TellDeps } from './tell.ts'
import { tellWeeklyRates, type WeeklyRatesDeps } from './weekly-rates.ts'

export { readSettings } from './settings.ts'

export interface NotificationsModule {
  routes(app: FastifyInstance): void
  /** Creates the sweep that notifies customers and recipients of the moves of transfers. */
  createSweep(): Sweep
  readonly crons: readonly Cron[]
}

/** Creates the notices about transfers and rates, and the customer's choice of emails and push notifications. */
export function createNotificationsModule(deps: TellDeps & WeeklyRatesDeps): NotificationsModule {
  return {
    createSweep: () => createTellSweep(deps),
    crons: [{ task: 'weekly_rates', pattern: '0 8 * * 1', run: () => tellWeeklyRates(deps) }],
    routes: (app) => registerNotifications(app, deps.db),
  }
}
