import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'
import { isUnderReview, UNDER_REVIEW } from './under-review.ts'

/** Counts the transfers on hold by reason; all reasons that only staff who see cases may read count as one. */
export async function countHeldTransfers(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ reason: string; count: bigint }>`
    select case when ${isUnderReview} then ${UNDER_REVIEW.reason} else t.hold_reason end as reason, count(*) as count
    from transfers t where t.hold_reason is not null group by 1`.execute(db)
  return new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
}

/** Counts the declined and charged cards of the last hour, by outcome. */
export async function countCardAttempts(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ outcome: string; count: bigint }>`
    select 'declined' as outcome, count(*) as count from card_declines
    where declined_at > now() - interval '1 hour'
    union all
    select 'charged', count(*) from transfers
    where id >= month_start_id(now() - interval '2 hours') and captured_at > now() - interval '1 hour'`.execute(
    db,
  )
  return new Map(rows.map(({ outcome, count }) => [outcome, Number(count)]))
}

/** Returns how long ago, in seconds, the oldest move happened about which nobody has been notified; 0 without one. */
export async function secondsUntold(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(ceil(extract(epoch from now() - min(created_at))), 0)::int as seconds from outbox`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}

/** The transfers whose next step is due or in progress. */
export interface StepCounts {
  readonly due: number
  readonly leased: number
  /** Seconds for which the longest overdue step has waited. */
  readonly overdueSeconds: number
  /** Due steps whose process let its lease end, and how long ago the first of those leases ended. */
  readonly expired: number
  readonly expiredSeconds: number
}

/** Counts the due steps and the leases. */
export async function countSteps(db: Db): Promise<StepCounts> {
  const { rows } = await sql<Record<keyof StepCounts, number>>`
    with waiting as (
      select lease_token is not null as leased, next_step_at,
        case when lease_until < now() and next_step_at <= now() then greatest(lease_until, next_step_at) end as ended
      from transfers where next_step_at <= now() or lease_token is not null
    )
    select (count(*) filter (where not leased))::int as due, (count(*) filter (where leased))::int as leased,
      coalesce(ceil(extract(epoch from now() - min(next_step_at) filter (where not leased))), 0)::int as "overdueSeconds",
      count(ended)::int as expired, coalesce(ceil(extract(epoch from now() - min(ended))), 0)::int as "expiredSeconds"
    from waiting`.execute(db)
  return rows[0] ?? { due: 0, leased: 0, overdueSeconds: 0, expired: 0, expiredSeconds: 0 }
}
