import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../../jobs/index.ts'
import { sendDue } from './due.ts'
import { registerReminders } from './routes.ts'
import { DUE_JOB, type RemindersDeps } from './service.ts'

export { remindersDue } from './due.ts'
export { exportReminders, forgetReminders } from './store.ts'

export interface RemindersModule {
  routes(app: FastifyInstance): void
  readonly crons: readonly Cron[]
}

/** Creates the reminders to send money to a saved recipient. They contain no price, and charge nothing. */
export function createRemindersModule(deps: RemindersDeps): RemindersModule {
  return {
    routes: (app) => registerReminders(app, deps),
    crons: [{ task: DUE_JOB, pattern: '*/5 * * * *', run: () => sendDue(deps) }],
  }
}
