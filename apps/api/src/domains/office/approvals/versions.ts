import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'

/** A transfer's version changes with everything that happens to it. */
export async function transferVersion(tx: Tx, reference: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', state, hold_reason, wake_version,
      (select max(e.id) from transfer_events e where e.transfer_id = t.id)) as version
    from transfers t where reference = ${reference}`.execute(tx)
  return rows[0]?.version ?? null
}

/** The rows that say who a customer is, as they were written last: what people compare names nobody here. */
const PERSON = sql`concat_ws(':', u.locked_at, p.xmin, i.xmin, t.tier, t.until)`
const PERSON_ROWS = sql`users u left join profiles p on p.user_id = u.id
  left join phone_identities i on i.user_id = u.id left join customer_tiers t on t.user_id = u.id`

export async function accountVersion(tx: Tx, userId: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', 'open', ${PERSON}) as version from ${PERSON_ROWS}
    where u.id = ${userId}::uuid and u.closed_at is null`.execute(tx)
  return rows[0]?.version ?? null
}

/** An erasure is also about the money on its way and the holds. */
export async function erasureVersion(tx: Tx, userId: string): Promise<string | null> {
  const account = await accountVersion(tx, userId)
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', (select count(*) from account_holds where user_id = ${userId}::uuid and lifted_at is null),
      (select md5(string_agg(reference || state || coalesce(hold_reason, ''), ',' order by id)) from (
        select id, reference, state, hold_reason from transfers where user_id = ${userId}::uuid
        order by id desc limit 50) newest)) as version`.execute(tx)
  return account === null ? null : `${account}:${rows[0]?.version ?? ''}`
}

export async function corridorVersion(tx: Tx, corridor: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', enabled, reason, (select max(id) from planned_closings p
      where p.sender = c.sender and p.recipient = c.recipient)) as version from corridors c
    where sender || '/' || recipient = ${corridor}`.execute(tx)
  return rows[0]?.version ?? null
}

/** A check is decided by comparing it with its account, and with the other accounts of the person. */
export async function checkVersion(tx: Tx, check: string): Promise<string | null> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(':', c.state, c.updated_at, ${PERSON},
      (select count(*) from identity_checks o where o.person_key = c.person_key and o.state = 'verified'
        and o.user_id <> c.user_id)) as version
    from identity_checks c join (${PERSON_ROWS}) on u.id = c.user_id
    where c.id = ${check}::uuid`.execute(tx)
  return rows[0]?.version ?? null
}

/** A movement's reference is taken once for its account, so a second entry of it is outdated. */
export async function movementVersion(db: Db | Tx, movement: string): Promise<string> {
  const [account = '', ...reference] = movement.split(' ')
  const { rows } = await sql<{ version: string }>`
    select count(*)::text as version from provider_movements
    where account = ${account} and (provider_id = ${reference.join(' ')}
      or folded_reference = fold_reference(${reference.join(' ')}))`.execute(db)
  return rows[0]?.version ?? '0'
}

type Versioned = 'price_lists' | 'monitoring_rules' | 'release_thresholds' | 'report_profiles'

export async function newest(db: Db | Tx, table: Versioned): Promise<string> {
  const column = table === 'price_lists' || table === 'monitoring_rules' ? sql`version` : sql`id`
  const { rows } = await sql<{ version: string }>`
    select coalesce(max(${column}), 0)::text as version from ${sql.table(table)}`.execute(db)
  return rows[0]?.version ?? '0'
}
