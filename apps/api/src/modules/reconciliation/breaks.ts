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
    select id, kind, subject, ours, theirs, owner, state, first_seen as "firstSeen", last_seen as "lastSeen"
    from reconciliation_breaks where state <> 'resolved' order by id`.execute(db)
  return rows
}

/** What a run has seen, and how much of it. */
export interface Found {
  readonly breaks: readonly Break[]
  /** The end of what was compared: a break that was seen after it is not for this run to resolve. */
  readonly until: Date
  /** Subjects that the provider gave no word on: what stands of them stands. */
  readonly unanswered: readonly string[]
}

/**
 * Keeps what a run found: new breaks are opened, known ones seen again, and those that it looked for and no longer found
 * resolved. One that was explained is open again when either side says something else than what was explained.
 */
export async function keepBreaks(tx: Tx, { breaks, until, unanswered }: Found): Promise<void> {
  const column = (name: keyof Break) => sql`${breaks.map((one) => one[name])}::text[]`
  await sql`
    with found as (
      select distinct on (kind, subject) *
      from unnest(${column('kind')}, ${column('subject')}, ${column('ours')}, ${column('theirs')}, ${column('owner')})
        as found (kind, subject, ours, theirs, owner)
    ), resolved as (
      update reconciliation_breaks b set state = 'resolved', resolved_at = now()
      where state <> 'resolved' and last_seen < ${until} and subject <> all(${unanswered}::text[]) and not exists (
        select from found f where f.kind = b.kind and f.subject = b.subject)
    )
    insert into reconciliation_breaks as b (kind, subject, ours, theirs, owner)
    select kind, subject, ours, theirs, owner from found
    on conflict (kind, subject) where state <> 'resolved'
    do update set ours = excluded.ours, theirs = excluded.theirs, last_seen = now(),
      state = case when (b.ours, b.theirs) is distinct from (excluded.ours, excluded.theirs) then 'open' else b.state end`.execute(
    tx,
  )
}
