import type { Db } from '../../db/index.ts'
import { single, type LiveGauge } from '../../http/server/metrics.ts'
import { countUndelivered } from './messages/reports.ts'
import { countSmsOfDay, secondsOverdue } from './messages/store.ts'

/** Returns the gauges of messages, read at each scrape. */
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
]
