import type { FastifyInstance } from 'fastify'
import { inTransaction } from '../../../db/index.ts'
import type { Cron } from '../../../jobs/index.ts'
import { registerAccount } from './routes.ts'
import type { StaffAction } from '../../../lib/staff-action.ts'
import { closeByStaff, exportAll, type AccountDeps } from './service.ts'
import { forgetLockedRecords } from './store.ts'

export { readKeptRecord, requireNoWork } from './compliance-work.ts'

export interface AccountModule {
  routes(app: FastifyInstance): void
  readonly crons: Cron[]
  /** Closes a customer's account permanently, for staff. @throws Refused when it cannot be closed now. */
  close(userId: string, action: StaffAction): Promise<void>
  /** Exports all data about a customer, for staff to send to them. */
  exportFor(userId: string): ReturnType<typeof exportAll>
}

/** Creates the account module: sign-in methods, data export, and closing. */
export function createAccountModule(deps: AccountDeps): AccountModule {
  return {
    routes: (app) => registerAccount(app, deps),
    close: (userId, action) => closeByStaff(deps, userId, action),
    exportFor: (userId) => exportAll(deps, { userId, sessionId: null }, null),
    crons: [
      {
        task: 'account_forget_locked',
        pattern: '7 4 * * *',
        run: () =>
          inTransaction(deps.db, 'account.forget_locked', async (tx) => {
            for (const { provider, reference } of await forgetLockedRecords(tx))
              await deps.redactCheck(tx, provider, reference)
          }),
      },
    ],
  }
}
