import type { FastifyInstance } from 'fastify'
import type { Cron, Sweep } from '../../../jobs/index.ts'
import { tellEndedPayments, type EndedPaymentsDeps } from './ended-payments.ts'
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
export function createNotificationsModule(
  deps: TellDeps & WeeklyRatesDeps & EndedPaymentsDeps,
): NotificationsModule {
  return {
    createSweep: () => createTellSweep(deps),
    crons: [
      { task: 'weekly_rates', pattern: '0 8 * * 1', run: () => tellWeeklyRates(deps) },
      { task: 'ended_payments', pattern: '* * * * *', run: () => tellEndedPayments(deps) },
    ],
    routes: (app) => registerNotifications(app, deps.db),
  }
}
