import type { Db } from '../../db/index.ts'
import { single, type LiveGauge } from '../../http/server/metrics.ts'
import { countFaults } from './audit-log/store.ts'
import { countUndelivered } from './messages/reports.ts'
import { countSmsOfDay, secondsOverdue } from './messages/store.ts'

/** Returns the gauges of messages and of the audit log, read at each scrape. */
export const recordGauges = (db: Db): readonly LiveGauge[] => [
  {
    name: 'sesa_sms_sent_today',
    help: 'Text messages of the day (UTC), by budget.',
    label: 'budget',
    read: () => countSmsOfDay(db),
  },
  {
    name: 'sesa_sms_undelivered',
    help: 'Text messages that a vendor reported as failed in the last hour, by country.',
    label: 'country',
    read: () => countUndelivered(db),
  },
  {
    name: 'sesa_messages_overdue_seconds',
    help: 'How long the longest overdue email or text message has been due.',
    read: async () => single(await secondsOverdue(db)),
  },
  {
    name: 'sesa_audit_chain_broken',
    help: '1 if the last daily check of the audit log found a wrong entry.',
    read: async () => single(await countFaults(db)),
  },
]
