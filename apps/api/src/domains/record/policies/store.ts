import { sql } from 'kysely'
import type { OwnAction } from '../../../db/schema/operations.ts'
import type { ApprovalAction } from '@sesa/contract/office'
import type { ConfigurationPart } from '../../../db/configuration.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
import { actionRefused } from '../../../lib/refused.ts'
import type { Read } from '../../../lib/schema-problems.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'

type Named<Action> = Action extends `set_${infer Name}` ? Name : never

/** A kind of policy, declared by the module that reads it. */
export interface PolicyKind<T> {
  /** The name of its order without `set_`. */
  readonly kind: Named<ApprovalAction | OwnAction>
  read(body: unknown): Read<T>
  /** Returns the values that the audit log shows before and after a change. */
  summary?(value: T): Readonly<Record<string, unknown>>
}

export type PolicyMode = 'in_force' | 'shadow'

interface StoredPolicy {
  /** Version number within its kind, from 1. */
  readonly version: number
  readonly key: string
  readonly mode: PolicyMode
  /** The first day (UTC) on which it is in force; null if in force since it was stored. */
  readonly validFrom: string | null
  /** The payload of the order that set it. */
  readonly body: object
  readonly since: Date
}

export interface Policy<T> extends StoredPolicy {
  readonly value: T
}

/** A policy with the members who set it. All three are null for shipped policies. */
export interface SignedPolicy extends StoredPolicy {
  readonly author: string | null
  /** Null if one person was enough. */
  readonly approvedBy: string | null
  readonly reason: string | null
}

/** Returns the value of a body. @throws Error when this release cannot read it. */
function valueOf<T>({ kind, read }: PolicyKind<T>, version: number, body: unknown): T {
  const found = read(body)
  if (found.ok) return found.value
  throw new Error(`Version ${version} of ${kind} cannot be read: ${found.problems.join(' ')}`)
}

/** SQL expression for the day (UTC) a policy is in force from: its first day, or else the day it was stored. */
const DAY_FROM = sql`coalesce(valid_from, (created_at at time zone 'UTC')::date)`

/** SQL condition that is true for a policy from its first day on. */
const hasBegun = sql<boolean>`(valid_from is null or valid_from <= (now() at time zone 'UTC')::date)`

/**
 * Returns the policy in force: the one with the latest first day that is not in the future (the day it was stored, if it
 * names none), and among these the newest. Or returns the newest in shadow mode. Undefined without one. @throws Error when this release cannot read it.
 */
export async function readPolicy<T>(
  db: Db | Tx,
  policy: PolicyKind<T>,
  key: string,
  mode: PolicyMode = 'in_force',
): Promise<Policy<T> | undefined> {
  const row = await db
    .selectFrom('policies')
    .select(['key', 'version', 'mode', 'valid_from as validFrom', 'body', 'created_at as since'])
    .where('kind', '=', policy.kind)
    .where('key', '=', key)
    .where('mode', '=', mode)
    .where(hasBegun)
    .orderBy(DAY_FROM, 'desc')
    .orderBy('version', 'desc')
    .limit(ONE)
    .executeTakeFirst()
  return row && { ...row, body: row.body as object, value: valueOf(policy, row.version, row.body) }
}

/** A version that is or may come into force. */
export interface DatedPolicy<T> {
  readonly key: string
  readonly version: number
  /** The first day (UTC), YYYY-MM-DD; null if in force since it was stored. */
  readonly validFrom: string | null
  /** The first day, or else the day it was stored: of two versions in force, the later one replaces the other. */
  readonly from: string
  /** Returns its value. @throws Error when this release cannot read it. */
  value(): T
}

/**
 * Returns the part of the configuration with a kind's versions: of each key the one in force, and those whose first day is
 * yet to come. Use `policyOn` to choose among them.
 */
export const policyPart = <T>(policy: PolicyKind<T>): ConfigurationPart<readonly DatedPolicy<T>[]> => ({
  async read(db) {
    // As of yesterday, since a caller's time may be a moment earlier than this read.
    const { rows } = await sql<
      Pick<StoredPolicy, 'key' | 'version' | 'validFrom' | 'body'> & { from: string }
    >`
      with known as (
        select key, version, valid_from, body, ${DAY_FROM}::text as "from",
          valid_from > (now() at time zone 'UTC')::date - 1 as ahead
        from policies where kind = ${policy.kind} and mode = 'in_force'
      )
      (select distinct on (key) key, version, valid_from as "validFrom", body, "from" from known
        where ahead is not true order by key, "from" desc, version desc)
      union all
      select key, version, valid_from, body, "from" from known where ahead`.execute(db)
    return rows.map(({ body, ...row }) => {
      const found = policy.read(body)
      return { ...row, value: () => (found.ok ? found.value : valueOf(policy, row.version, body)) }
    })
  },
})

/** Throws Refused `action_refused` for a first day (UTC) in the past. */
export async function requireNotPast(
  db: Db | Tx,
  { validFrom }: { readonly validFrom?: string | undefined },
): Promise<void> {
  if (validFrom === undefined) return
  const { rows } = await sql<{ is_past: boolean }>`
    select ${validFrom}::date < (now() at time zone 'UTC')::date as is_past`.execute(db)
  if (rows[0]?.is_past === true) throw actionRefused(`${validFrom} has passed. Choose today or a later day.`)
}

/** Returns the day (UTC) of a time as YYYY-MM-DD. */
export const dayOf = (time: Date): string => time.toISOString().slice(0, 'YYYY-MM-DD'.length)

/** Returns the version of a key that is in force at a time, by the rule of `readPolicy`; undefined without one. */
export function policyOn<T>(
  versions: readonly DatedPolicy<T>[],
  key: string,
  now: Date,
): DatedPolicy<T> | undefined {
  const day = dayOf(now)
  const [inForce] = versions
    .filter((one) => one.key === key && (one.validFrom === null || one.validFrom <= day))
    .toSorted((a, b) => b.from.localeCompare(a.from) || b.version - a.version)
  return inForce
}

/** Returns the versions of a kind, newest first. */
export async function listPolicies(
  db: Db | Tx,
  { kind }: Pick<PolicyKind<unknown>, 'kind'>,
  limit?: number,
): Promise<SignedPolicy[]> {
  let query = db
    .selectFrom('policies as p')
    .leftJoin('approvals as a', 'a.id', 'p.approval_id')
    .leftJoin('staff_members as m', 'm.id', 'a.checker')
    .select(['p.key', 'p.version', 'p.mode', 'p.valid_from as validFrom', 'p.body', 'p.created_at as since'])
    .select(['p.author', 'm.name as approvedBy', 'p.reason'])
    .where('p.kind', '=', kind)
    .orderBy('p.version', 'desc')
  if (limit !== undefined) query = query.limit(limit)
  return (await query.execute()).map((row) => ({ ...row, body: row.body as object }))
}

/** Returns the number of the newest version of a kind; 0 before the first. */
export async function newestVersion(
  db: Db | Tx,
  { kind }: Pick<PolicyKind<unknown>, 'kind'>,
): Promise<number> {
  const row = await db
    .selectFrom('policies')
    .select('version')
    .where('kind', '=', kind)
    .orderBy('version', 'desc')
    .limit(ONE)
    .executeTakeFirst()
  return row?.version ?? 0
}

/**
 * Stores a body as the next version of its kind, and returns its number. The database refuses it unless it is the payload of
 * the approved order that the action carries out, or `db` is the schema's owner.
 */
export function storePolicy<T>(
  db: Db,
  policy: PolicyKind<T>,
  { key, body }: { readonly key: string; readonly body: object },
  action: StaffAction,
): Promise<number> {
  const { kind, summary } = policy
  return inTransaction(db, 'policies.store', async (tx) => {
    const before = await readPolicy(tx, policy, key)
    const {
      version,
      valid_from: from,
      mode,
    } = await tx
      .insertInto('policies')
      .values({
        ...{ kind, key, body: JSON.stringify(body), approval_id: action.approvalId ?? null },
        ...{ author: action.staff, reason: action.reason },
      })
      .returning(['version', 'valid_from', 'mode'])
      .executeTakeFirstOrThrow()
    const value = valueOf(policy, version, body)
    const change = {
      before: before ? { version: before.version, ...summary?.(before.value) } : null,
      after: { version, ...(mode === 'shadow' && { mode }), ...summary?.(value) },
    }
    await tx
      .insertInto('staff_actions')
      .values({
        action: `set_${kind}` as const,
        ...signatureOf(action, change),
        subject: from === null ? key : `${key} from ${from}`,
      })
      .execute()
    return version
  })
}
