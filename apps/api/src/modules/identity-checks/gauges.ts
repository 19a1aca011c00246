import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

/** Counts the checks that are not finished, by state. */
export async function countIdentityChecks(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select s.state, count(c.id)::int as count
    from unnest(array['waiting_for_user', 'processing', 'needs_review']) as s (state)
      left join identity_checks c on c.state = s.state
        and c.state in ('not_started', 'waiting_for_user', 'processing', 'needs_review')
    group by s.state`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}
