import type { Cron, Job } from '../../jobs/index.ts'
import { wakeScreened } from '../transfers/index.ts'
import type { Accounts } from '../customers/index.ts'
import type { IdentityChecksDeps } from './identity-checks/deps.ts'
import { createIdentityChecksModule, type IdentityChecksModule } from './identity-checks/index.ts'
import { createCases, type CaseActions } from './cases/service.ts'
import { monitoringDecider } from './monitoring/decider.ts'
import { monitoringCrons } from './monitoring/index.ts'
import { createReportsModule, type ReportsModule } from './reports/service.ts'
import { createDecider } from './screening/decider.ts'
import { createScreeningModule, type ScreeningModule } from './screening/index.ts'
import type { ScreeningList } from './screening/ports.ts'

/** Staff actions on cases and on reports to authorities. */
export interface ComplianceActions {
  readonly caseActions: CaseActions
  readonly reports: ReportsModule
}

interface ComplianceDeps extends IdentityChecksDeps {
  readonly list: ScreeningList
  readonly accounts: Pick<Accounts, 'openDocument' | 'senderIdentityOf'>
  /** Maximum amount, in US cents, of transfers that continue while the list is unavailable. */
  readonly withoutListUpTo: Parameters<typeof createScreeningModule>[0]['withoutListUpTo']
  readonly isSandbox: boolean
  /** Returns the time of a monotonic clock, in milliseconds. */
  now(): number
  alert(line: string): void
}

/** Composes identity checks, screening, monitoring, their cases, and reports to authorities. */
export function composeCompliance(deps: ComplianceDeps): {
  readonly screening: ScreeningModule
  readonly identityChecks: IdentityChecksModule
  readonly actions: ComplianceActions
  readonly modules: readonly [IdentityChecksModule]
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
} {
  const { db, list, accounts, alert, now, withoutListUpTo, isSandbox, secret, secretBefore } = deps
  const identityChecks = createIdentityChecksModule(deps)
  const screening = createScreeningModule({
    db,
    list,
    alert,
    withoutListUpTo,
    now,
    wakeWaiting: () => wakeScreened(db, 'screening_unavailable'),
  })
  const reports = createReportsModule({
    db,
    openDocument: accounts.openDocument,
    identityOf: accounts.senderIdentityOf,
    isSandbox,
    secrets: { secret, secretBefore },
  })
  return {
    screening,
    identityChecks,
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
    modules: [identityChecks],
    jobs: identityChecks.jobs,
    crons: [...identityChecks.crons, ...screening.crons, ...monitoringCrons(db), ...reports.crons],
  }
}
