import type { IdentityCheckReason, IdentityCheckState } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

export const CHECK_COLUMNS = [
  'id',
  'user_id',
  'provider',
  'country',
  'state',
  'reason',
  'provider_code',
  'reference',
  'submission',
  'failures',
  'name',
  'dob',
  'document_type',
  'document_country',
  'document_expires',
  'person_key',
  'created_at',
  'updated_at',
] as const

/** Returns a customer's effective check: the verified one, else the newest. */
export async function findCheck(db: Db | Tx, userId: string) {
  return db
    .selectFrom('identity_checks')
    .select(CHECK_COLUMNS)
    .where('user_id', '=', userId)
    .orderBy(sql`state = 'verified'`, 'desc')
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

export type CheckRow = NonNullable<Awaited<ReturnType<typeof findCheck>>>

/** Locks and returns a check; undefined when it was erased. */
export async function lockCheck(tx: Tx, id: string): Promise<CheckRow | undefined> {
  return tx
    .selectFrom('identity_checks')
    .select(CHECK_COLUMNS)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
}

export async function ownerOf(db: Db | Tx, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('identity_checks').select('user_id').where('id', '=', id).executeTakeFirst()
  return row?.user_id
}

export async function insertCheck(
  tx: Tx,
  check: { readonly userId: string; readonly provider: string; readonly country: string },
): Promise<CheckRow> {
  const { userId: user_id, provider, country } = check
  return tx
    .insertInto('identity_checks')
    .values({ user_id, provider, country, state: 'not_started' })
    .returning(CHECK_COLUMNS)
    .executeTakeFirstOrThrow()
}

interface CheckChange {
  readonly state: IdentityCheckState
  readonly reason: IdentityCheckReason | null
  readonly provider_code?: string | null
  readonly reference?: string
  readonly submission?: string | null
  readonly failures?: number
  readonly name?: string | null
  readonly dob?: string | null
  readonly document_type?: string | null
  readonly document_country?: string | null
  readonly document_expires?: string | null
  readonly person_key?: Buffer | null
}

export async function saveCheck(tx: Tx, id: string, change: CheckChange): Promise<void> {
  await tx
    .updateTable('identity_checks')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .execute()
}

/** Returns the checks of a provider's reference: one or none. */
export async function checksOf(db: Db | Tx, provider: string, reference: string): Promise<string[]> {
  const rows = await db
    .selectFrom('identity_checks')
    .select('id')
    .where('provider', '=', provider)
    .where('reference', '=', reference)
    .execute()
  return rows.map(({ id }) => id)
}

/** Returns true when another account was verified as the same person. Locks the person until the transaction ends. */
export async function isVerifiedElsewhere(
  tx: Tx,
  userId: string,
  personKeys: readonly Buffer[],
): Promise<boolean> {
  // Locks in a fixed order, so that two transactions never deadlock.
  for (const key of personKeys.toSorted((a, b) => a.compare(b)))
    await sql`select pg_advisory_xact_lock(hashtextextended(${key.toString('hex')}, 72))`.execute(tx)
  const { rows } = await sql`
    select 1 from identity_checks
    where person_key = any (${[...personKeys]}::bytea[]) and state = 'verified' and user_id <> ${userId} limit 1`.execute(
    tx,
  )
  return rows.length > 0
}

/** Counts the failed submissions of all of a customer's checks. */
export async function countFailures(db: Db | Tx, userId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(failures), 0)::int as count from identity_checks where user_id = ${userId}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

/** Counts the unfinished checks by state. */
export async function countIdentityChecks(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ state: string; count: number }>`
    select s.state, count(c.id)::int as count
    from unnest(array['waiting_for_user', 'processing', 'needs_review']) as s (state)
      left join identity_checks c on c.state = s.state
        and c.state in ('not_started', 'waiting_for_user', 'processing', 'needs_review')
    group by s.state`.execute(db)
  return new Map(rows.map(({ state, count }) => [state, count]))
}
