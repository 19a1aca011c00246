import type { FastifyInstance } from 'fastify'
import type { Cron } from '../../jobs/index.ts'
import { registerAccount } from './routes.ts'
import type { AccountDeps } from './service.ts'
import { forgetLockedRecords } from './store.ts'

export type { MoneyInFlight, PersonalData } from './ports.ts'

export interface AccountModule {
  routes(app: FastifyInstance): void
  readonly crons: Cron[]
}

/** The account as a whole: its sign-in methods, the data export, and closing it. */
export function createAccountModule(deps: AccountDeps): AccountModule {
  return {
    routes: (app) => registerAccount(app, deps),
    crons: [
      {
        task: 'account_forget_locked',
        pattern: '7 4 * * *',
        run: () => forgetLockedRecords(deps.db),
      },
    ],
  }
}
