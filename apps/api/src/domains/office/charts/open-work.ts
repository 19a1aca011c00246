import { PERMISSION_NAMES, PERMISSIONS, type QueueWork } from '@sesa/contract/office'
import { sql, type RawBuilder } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { openReports } from '../../compliance/index.ts'

/** Counts stop here: nobody reads a queue of more. */
const MOST = 1_000

/** The permissions whose requests compliance may decide. */
const DECIDED = PERMISSION_NAMES.filter((name) => {
  const rule = PERMISSIONS[name]
  return rule.approvers?.some((role) => role === 'compliance') ?? false
})

/** The open work of each queue: since when it is open, and by when it is due; null without a deadline. */
const QUEUES: Readonly<Record<QueueWork['queue'], RawBuilder<unknown>>> = {
  screening: sql`select opened_at as since, due_at as due from cases where state <> 'closed' and kind = 'screening' order by due_at`,
  monitoring: sql`select opened_at, due_at from cases where state <> 'closed' and kind = 'monitoring' order by due_at`,
  identity: sql`select updated_at, null::timestamptz from identity_checks
    where state = 'needs_review' and state in ('not_started', 'waiting_for_user', 'processing', 'needs_review') order by updated_at`,
  approvals: sql`select made_at, expires_at from approvals
    where state = 'pending' and state in ('pending', 'approved') and expires_at > now() and permission = any(${DECIDED}::text[])`,
  reports: openReports(),
  privacy: sql`select r.received_at, r.due_at from privacy_requests r join users u on u.id = r.user_id
    where r.ended_at is null and not (r.kind = 'erasure' and u.closed_at is not null) order by r.due_at`,
}

/** Returns the query of `readOpenWork`: each queue by the index of its open rows. */
export const openWorkQuery = (): RawBuilder<QueueWork> => sql<QueueWork>`
  select queue, count(*) filter (where not late and since > now() - interval '1 day')::int as "underOneDay",
    count(*) filter (where not late and since <= now() - interval '1 day' and since > now() - interval '3 days')::int
      as "underThreeDays",
    count(*) filter (where not late and since <= now() - interval '3 days')::int as older,
    count(*) filter (where late)::int as overdue
  from (
    select queue, since, coalesce(due < now(), false) as late from (
      ${sql.join(
        Object.entries(QUEUES).map(
          ([name, rows]) =>
            sql`select ${name} as queue, since, due from (${rows} limit ${MOST}) as open (since, due)`,
        ),
        sql` union all `,
      )}
    ) work
  ) judged group by queue`

/** Returns the open work of compliance by queue and age; every queue is there. */
export async function readOpenWork(db: Db): Promise<QueueWork[]> {
  const { rows } = await openWorkQuery().execute(db)
  const none = { underOneDay: 0, underThreeDays: 0, older: 0, overdue: 0 }
  return (Object.keys(QUEUES) as QueueWork['queue'][]).map(
    (queue) => rows.find((row) => row.queue === queue) ?? { queue, ...none },
  )
}
