import type { Db } from '../db/index.ts'
import type { Config } from '../config/config.ts'
import { SANDBOX_SCREENING, screeningOf } from '../config/compliance.ts'
import type { Cron } from '../jobs/index.ts'
import {
  createCases,
  type CaseActions,
  monitoringCrons,
  monitoringDecider,
  createReportsModule,
  type ReportsModule,
  createDecider,
  createScreeningModule,
  type ScreeningList,
  type ScreeningModule,
} from '../domains/compliance/index.ts'
import { wakeScreened } from '../domains/transfers/index.ts'
import type { Accounts } from './accounts.ts'

/** What staff do about cases and about reports to authorities. */
export interface ComplianceActions {
  readonly caseActions: CaseActions
  readonly reports: ReportsModule
}

/** Composes screening, monitoring, the cases that they open, and reports to authorities. */
export function composeCompliance(
  { providers, secret, secretBefore }: Pick<Config, 'providers' | 'secret' | 'secretBefore'>,
  parts: {
    readonly db: Db
    readonly list: ScreeningList
    readonly accounts: Pick<Accounts, 'openDocument' | 'senderIdentityOf'>
    alert(line: string): void
  },
): {
  readonly screening: ScreeningModule
  readonly actions: ComplianceActions
  readonly crons: readonly Cron[]
} {
  const { db, list, accounts, alert } = parts
  const { withoutListUpTo } = providers.mode === 'sandbox' ? SANDBOX_SCREENING : screeningOf(providers)
  const screening = createScreeningModule({
    db,
    list,
    alert,
    withoutListUpTo,
    now: () => performance.now(),
    wakeWaiting: () => wakeScreened(db, 'screening_unavailable'),
  })
  const reports = createReportsModule({
    db,
    openDocument: accounts.openDocument,
    identityOf: accounts.senderIdentityOf,
    isSandbox: providers.mode === 'sandbox',
    secrets: { secret, secretBefore },
  })
  return {
    screening,
    actions: {
      caseActions: createCases({
        db,
        deciders: {
          screening: createDecider((tx) => wakeScreened(tx, 'screening')),
          monitoring: monitoringDecider,
        },
      }),
      reports,
    },
    crons: [...screening.crons, ...monitoringCrons(db), ...reports.crons],
  }
}
