import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'

/** Counts the held transfers by the reason for the hold. */
export async function countHeldTransfers(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ reason: string; count: bigint }>`
    select hold_reason as reason, count(*) as count from transfers
    where hold_reason is not null group by hold_reason`.execute(db)
  return new Map(rows.map(({ reason, count }) => [reason, Number(count)]))
}

/** Counts the declined and charged cards of the last hour, by outcome. */
export async function countCardAttempts(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ outcome: string; count: bigint }>`
    select 'declined' as outcome, count(*) as count from card_declines
    where declined_at > now() - interval '1 hour'
    union all
    select 'charged', count(*) from transfers
    where id > uuidv7(interval '-2 hours') and captured_at > now() - interval '1 hour'`.execute(db)
  return new Map(rows.map(({ outcome, count }) => [outcome, Number(count)]))
}

/** Counts the transfers whose next step is due or in progress, and how long the longest overdue one has waited. */
export async function countSteps(
  db: Db,
): Promise<{ readonly due: number; readonly leased: number; readonly overdueSeconds: number }> {
  const { rows } = await sql<{ due: bigint; leased: bigint; overdue: number }>`
    select count(*) filter (where lease_token is null) as due, count(*) filter (where lease_token is not null) as leased,
      coalesce(ceil(extract(epoch from now() - min(next_step_at) filter (where lease_token is null))), 0)::int as overdue
    from transfers where next_step_at <= now() or lease_token is not null`.execute(db)
  const { due = 0n, leased = 0n, overdue = 0 } = rows[0] ?? {}
  return { due: Number(due), leased: Number(leased), overdueSeconds: overdue }
}
