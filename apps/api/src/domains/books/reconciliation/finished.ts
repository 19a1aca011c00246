import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'

/** When the regular checks last finished (seconds since 1970), and how many invariants the last one found violated. */
export interface Finished {
  readonly invariantsAt: number
  /** When a walk through the whole history last finished. */
  readonly walkedAt: number
  readonly violated: number
  readonly reconciledAt: number
}

/**
 * Records how many invariants are violated, and which checks were complete: the check of changes, and a round of the walk
 * through the history. A manual check is both.
 */
export async function recordInvariants(
  db: Db,
  violated: number,
  { isComplete, isWalked } = { isComplete: true, isWalked: true },
): Promise<void> {
  const finished = [...(isComplete ? ['invariants'] : []), ...(isWalked ? ['invariants_walk'] : [])]
  for (const name of finished) {
    await db
      .insertInto('finished_checks')
      .values({ name, violated })
      .onConflict((known) => known.column('name').doUpdateSet({ violated, finished_at: sql<Date>`now()` }))
      .execute()
  }
  await db.updateTable('finished_checks').set({ violated }).where('name', '=', 'invariants').execute()
}

/** Reads when the checks last finished; a check that has never run counts from the latest migration. */
export async function readFinished(db: Db): Promise<Finished> {
  const { rows } = await sql<Finished>`
    with installed as (select max(applied_at) as at from schema_migrations)
    select extract(epoch from coalesce(i.finished_at, installed.at))::float8 as "invariantsAt",
      extract(epoch from coalesce(w.finished_at, installed.at))::float8 as "walkedAt",
      coalesce(i.violated, 0) as violated,
      extract(epoch from coalesce((select max(finished_at) from reconciliation_runs), installed.at))::float8 as "reconciledAt"
    from installed left join finished_checks i on i.name = 'invariants'
    left join finished_checks w on w.name = 'invariants_walk'`.execute(db)
  const [finished] = rows
  if (finished === undefined) throw new Error('No time from the database')
  return finished
}

/** Reads the results of the last comparison and checks for staff; null for any that never finished. */
export async function readLastChecks(db: Db) {
  const { rows: runs } = await sql<{ at: Date; counts: Record<string, number> }>`
    select finished_at as at, compared as counts from reconciliation_runs
    where finished_at is not null order by id desc limit 1`.execute(db)
  const { rows: begun } = await sql<{ at: Date; isFinished: boolean }>`
    select started_at as at, finished_at is not null as "isFinished" from reconciliation_runs
    order by id desc limit 1`.execute(db)
  const checks = await db.selectFrom('finished_checks').selectAll().execute()
  const check = (name: string) => checks.find((one) => one.name === name)
  const [run] = runs
  const [newest] = begun
  return {
    compared: run === undefined ? null : { at: run.at.toISOString(), counts: run.counts },
    unfinishedSince: newest === undefined || newest.isFinished ? null : newest.at.toISOString(),
    invariants: {
      checkedAt: check('invariants')?.finished_at.toISOString() ?? null,
      walkedAt: check('invariants_walk')?.finished_at.toISOString() ?? null,
      violated: check('invariants')?.violated ?? 0,
    },
  }
}
