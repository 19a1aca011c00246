import type { Role, SetUpStep } from '@sesa/contract/office'
import { sql } from 'kysely'
import type { Db } from '../../../db/index.ts'

/** The roles whose members decide as the second person of each other. */
const PAIRS: readonly Role[] = ['compliance', 'finance']

/** Reads what a new company still has to do; null for other roles, and once all of it is done. */
export async function readSetUp(db: Db, roles: readonly Role[]): Promise<SetUpStep[] | null> {
  if (!roles.includes('administrator')) return null
  const { rows } = await sql<Record<SetUpStep['step'], boolean>>`
    with active as (select roles from staff_members where activated_at is not null and ended_at is null)
    select (select count(*) from active where 'administrator' = any (roles)) >= 2 as administrators,
      (select bool_and((select count(*) from active where role = any (active.roles)) >= 2)
        from unnest(${PAIRS}::text[]) as role) as pairs,
      exists (select from policies where kind = 'prices' and author is not null) as prices,
      exists (select from approvals where state = 'done' and action = 'book_treasury_entry') as floats,
      exists (select from screening_list where not is_stale) as list`.execute(db)
  const steps = Object.entries(rows[0] ?? {}).map(([step, isDone]) => ({
    step: step as SetUpStep['step'],
    isDone,
  }))
  return steps.every(({ isDone }) => isDone) ? null : steps
}
