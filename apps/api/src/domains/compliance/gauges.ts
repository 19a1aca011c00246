import type { Db } from '../../db/index.ts'
import { single, sumOfState, type LiveGauge } from '../../http/server/metrics.ts'
import { countCases } from './cases/overview.ts'
import { countIdentityChecks } from './identity-checks/store.ts'
import { readLookedUpto } from './monitoring/run.ts'
import { countFilings } from './reports/overview.ts'
import { readListGauges, countSubjects } from './screening/list-version.ts'

/** Returns the gauges of screening, monitoring, cases, identity checks and reports, read at each scrape. */
export const complianceGauges = (db: Db): readonly LiveGauge[] => [
  {
    name: 'sesa_cases',
    help: 'Cases past their deadline.',
    label: 'state',
    read: () => sumOfState('overdue', countCases(db)),
  },
  {
    name: 'sesa_filings',
    help: 'Reports to authorities past their deadline.',
    label: 'state',
    read: () => sumOfState('overdue', countFilings(db)),
  },
  {
    name: 'sesa_monitoring_looked_upto_timestamp_seconds',
    help: 'Until when monitoring has looked at payments (Unix seconds).',
    read: async () => single(await readLookedUpto(db)),
  },
  {
    name: 'sesa_screening_subjects',
    help: 'People who were never screened.',
    label: 'state',
    read: () => sumOfState('unscreened', countSubjects(db)),
  },
  {
    name: 'sesa_screening_list',
    help: 'The screening list: when it last answered and when its data was updated (Unix seconds), and 1 while its index is stale.',
    label: 'figure',
    read: () => readListGauges(db),
  },
  {
    name: 'sesa_identity_checks',
    help: 'Identity checks that are not finished, by state.',
    label: 'state',
    read: () => countIdentityChecks(db),
  },
]
