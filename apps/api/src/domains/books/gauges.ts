import type { Db } from '../../db/index.ts'
import { single, type LiveGauge } from '../../http/server/metrics.ts'
import { whileRunning } from '../../lib/while-running.ts'
import { countMonthsAhead, countStrays } from './archive/months.ts'
import { countUnsigned } from './daily-close/store.ts'
import { countOpenBreaks } from './reconciliation/breaks.ts'
import { readFinished } from './reconciliation/finished.ts'

/** Returns the gauges of reconciliation, months and daily closes, read at each scrape. */
export function bookGauges(db: Db): readonly LiveGauge[] {
  // One scrape reads all gauges at the same time.
  const readChecks = whileRunning(() => readFinished(db))
  return [
    {
      name: 'sesa_open_breaks',
      help: 'Unexplained differences between our books and a provider’s, by kind.',
      label: 'kind',
      read: () => countOpenBreaks(db),
    },
    {
      name: 'sesa_invariants_checked_timestamp_seconds',
      help: 'When the invariants were last checked.',
      read: async () => single((await readChecks()).invariantsAt),
    },
    {
      name: 'sesa_invariants_walked_timestamp_seconds',
      help: 'When the check of the invariants last finished a round through the whole history.',
      read: async () => single((await readChecks()).walkedAt),
    },
    {
      name: 'sesa_invariants_violated',
      help: 'Invariants that the last check found violated.',
      read: async () => single((await readChecks()).violated),
    },
    {
      name: 'sesa_reconciliation_finished_timestamp_seconds',
      help: 'When our books were last compared with the providers’.',
      read: async () => single((await readChecks()).reconciledAt),
    },
    {
      name: 'sesa_months_ahead',
      help: 'How many of the next months have partitions.',
      read: async () => single(await countMonthsAhead(db)),
    },
    {
      name: 'sesa_rows_without_month',
      help: 'Rows in the default partitions: their month had no partition, or is archived.',
      label: 'table',
      read: () => countStrays(db),
    },
    {
      name: 'sesa_days_not_closed',
      help: 'Days before today (UTC) whose books two people have not closed; no figure before the first day was.',
      read: async () => {
        const days = await countUnsigned(db)
        return days === null ? new Map() : single(days)
      },
    },
  ]
}
