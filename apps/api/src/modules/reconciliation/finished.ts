import { sql } from 'kysely'
import type { Db } from '../../db/index.ts'

/** When the regular checks last finished (seconds since 1970), and how many invariants the last one found violated. */
export interface Finished {
  readonly invariantsAt: number
  readonly violated: number
  readonly reconciledAt: number
}

/** Records that the invariants were checked, and how many are violated. */
export async function recordInvariants(db: Db, violated: number): Promise<void> {
  await db
    .insertInto('finished_checks')
    .values({ name: 'invariants', violated })
    .onConflict((known) => known.column('name').doUpdateSet({ violated, finished_at: sql<Date>`now()` }))
    .execute()
}

/** Reads when the checks last finished; a check that has never run counts from the latest migration. */
export async function readFinished(db: Db): Promise<Finished> {
  const { rows } = await sql<Finished>`
    with installed as (select max(applied_at) as at from schema_migrations)
    select extract(epoch from coalesce(i.finished_at, installed.at))::float8 as "invariantsAt",
      coalesce(i.violated, 0) as violated,
      extract(epoch from coalesce((select max(finished_at) from reconciliation_runs), installed.at))::float8 as "reconciledAt"
    from installed left join finished_checks i on i.name = 'invariants'`.execute(db)
  const [finished] = rows
  if (finished === undefined) throw new Error('No time from the database')
  return finished
}
