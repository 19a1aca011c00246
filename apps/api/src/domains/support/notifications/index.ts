import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../../jobs/index.ts'
import type { TransferListener } from '../../transfers/index.ts'
import { createTransferListener, type MailDeps } from './listener.ts'
import { registerNotifications } from './routes.ts'
import { tellWeeklyRates, type WeeklyRatesDeps } from './weekly-rates.ts'

export { readSettings } from './settings.ts'

export interface NotificationsModule {
  routes(app: FastifyInstance): void
  /** Notifies customers and recipients when a transfer changes state. */
  readonly listener: TransferListener
  readonly crons: readonly Cron[]
}

/** Creates the notices about transfers and rates, and the customer's choice of emails and push notifications. */
export function createNotificationsModule(deps: MailDeps & WeeklyRatesDeps): NotificationsModule {
  return {
    listener: createTransferListener(deps),
    crons: [{ task: 'weekly_rates', pattern: '0 8 * * 1', run: () => tellWeeklyRates(deps) }],
    routes: (app) => registerNotifications(app, deps.db),
  }
}
