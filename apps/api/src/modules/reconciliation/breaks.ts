import { sql } from 'kysely'
import type { Db, Tx } from '../../db/index.ts'
import type { Owner } from '../../db/schema/operations.ts'

/** One difference between our books and a provider's. */
export interface Break {
  readonly kind: string
  readonly subject: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly owner: Owner
  /** When it happened what differs; where both sides have it, on the side that had it first. */
  readonly movedAt: Date
}

export interface StandingBreak extends Break {
  readonly id: bigint
  readonly state: 'open' | 'explained'
  readonly firstSeen: Date
  readonly lastSeen: Date
}

/** Breaks that no run has resolved, oldest first. */
export async function standingBreaks(db: Db | Tx): Promise<readonly StandingBreak[]> {
  const { rows } = await sql<StandingBreak>`
    select id, kind, subject, ours, theirs, owner, state,
      moved_at as "movedAt", first_seen as "firstSeen", last_seen as "lastSeen"
    from reconciliation_breaks where state <> 'resolved' order by id`.execute(db)
  return rows
}

/** What a run has found, and what it has looked at: only a break of that is for it to resolve. */
export interface Found {
  readonly breaks: readonly Break[]
  /** When the run began: what was seen since then, another run has found. */
  readonly began: Date
  /** Card movements and payments from then on were compared... */
  readonly since: Date
  /** ...and before then. */
  readonly until: Date
  /** Subjects of the pay-outs on which the operator gave its word. */
  readonly answered: readonly string[]
}

/**
 * Keeps what a run found: new breaks are opened, known ones seen again, and those that it looked for and no longer found
 * resolved; what it did not look for stands as it was. One that was explained is open again when either side says
 * something else than what was explained.
 */
export async function keepBreaks(tx: Tx, { breaks, began, since, until, answered }: Found): Promise<void> {
  const column = (name: Exclude<keyof Break, 'movedAt'>) => sql`${breaks.map((one) => one[name])}::text[]`
  await sql`
    with found as (
      select distinct on (kind, subject) *
      from unnest(${column('kind')}, ${column('subject')}, ${column('ours')}, ${column('theirs')}, ${column('owner')},
        ${breaks.map(({ movedAt }) => movedAt.toISOString())}::timestamptz[])
        as found (kind, subject, ours, theirs, owner, moved_at)
    ), resolved as (
      update reconciliation_breaks b set state = 'resolved', resolved_at = now()
      where state <> 'resolved' and last_seen < ${began}
        and ((kind like 'card%' and moved_at >= ${since} and moved_at < ${until})
          or (kind like 'payout%' and subject = any(${answered}::text[])))
        and not exists (select from found f where f.kind = b.kind and f.subject = b.subject)
    )
    insert into reconciliation_breaks as b (kind, subject, ours, theirs, owner, moved_at)
    select kind, subject, ours, theirs, owner, moved_at from found
    on conflict (kind, subject) where state <> 'resolved'
    do update set ours = excluded.ours, theirs = excluded.theirs, moved_at = excluded.moved_at, last_seen = now(),
      state = case when (b.ours, b.theirs) is distinct from (excluded.ours, excluded.theirs) then 'open' else b.state end`.execute(
    tx,
  )
}
