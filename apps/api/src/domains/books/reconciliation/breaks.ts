import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Owner } from '../../../db/schema/operations.ts'

/** One difference between our books and a provider's. */
export interface Break {
  readonly kind: string
  readonly subject: string
  readonly ours: string | null
  readonly theirs: string | null
  readonly owner: Owner
  /** Time of the movement; if both sides have it, the earlier time. */
  readonly movedAt: Date
}

export interface UnresolvedBreak extends Break {
  readonly id: bigint
  readonly state: 'open' | 'explained'
  readonly firstSeen: Date
  readonly lastSeen: Date
}

/** Returns unresolved breaks, oldest first. */
export async function listUnresolvedBreaks(db: Db | Tx): Promise<readonly UnresolvedBreak[]> {
  const { rows } = await sql<UnresolvedBreak>`
    select id, kind, subject, ours, theirs, owner, state,
      moved_at as "movedAt", first_seen as "firstSeen", last_seen as "lastSeen"
    from reconciliation_breaks where state <> 'resolved' order by id`.execute(db)
  return rows
}

/** A run's findings and its scope: a run resolves only breaks within its scope. */
export interface Found {
  readonly breaks: readonly Break[]
  /** When the run began: later sightings belong to another run. */
  readonly began: Date
  /** Card movements and payments from here on were compared... */
  readonly since: Date
  /** ...and before then. */
  readonly until: Date
  /** The pay-outs and requests to pay that a carrier reported on. */
  readonly answered: readonly string[]
}

/**
 * Stores a run's breaks: opens new ones, updates known ones, and resolves those in scope that no longer exist; breaks
 * out of scope stay unchanged. An explained break opens again when either side changes.
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
          or ((kind like 'payout%' or kind like 'collection%') and subject = any(${answered}::text[])))
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

/** Opens a break dated now, or updates the unresolved one; an explained one opens again when either side changes. */
export async function keepBreak(tx: Tx, found: Omit<Break, 'movedAt'>): Promise<void> {
  const { kind, subject, ours, theirs, owner } = found
  await sql`insert into reconciliation_breaks as b (kind, subject, ours, theirs, owner, moved_at)
    values (${kind}, ${subject}, ${ours}, ${theirs}, ${owner}, now())
    on conflict (kind, subject) where state <> 'resolved'
    do update set ours = excluded.ours, theirs = excluded.theirs, last_seen = now(),
      state = case when (b.ours, b.theirs) is distinct from (excluded.ours, excluded.theirs) then 'open' else b.state end`.execute(
    tx,
  )
}

/** Resolves the unresolved break of this kind and subject, if any. */
export async function resolveBreak(tx: Tx, kind: string, subject: string): Promise<void> {
  await sql`update reconciliation_breaks set state = 'resolved', resolved_at = now()
    where kind = ${kind} and subject = ${subject} and state <> 'resolved'`.execute(tx)
}

/** Counts the breaks that are neither explained nor resolved, by kind. */
export async function countOpenBreaks(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ kind: string; count: bigint }>`
    select kind, count(*) as count from reconciliation_breaks where state = 'open' group by kind`.execute(db)
  return new Map(rows.map(({ kind, count }) => [kind, Number(count)]))
}
