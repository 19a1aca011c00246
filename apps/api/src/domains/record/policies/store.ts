import { sql } from 'kysely'
import type { OwnAction } from '../../../db/schema/operations.ts'
import type { ApprovalAction } from '@sesa/contract/office'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
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

/** SQL condition that is true for a policy from its first day on. */
const hasBegun = sql<boolean>`(valid_from is null or valid_from <= (now() at time zone 'UTC')::date)`

/**
 * Selects the policy in force: the one with the latest first day that is not in the future, and among these the newest. Or
 * selects the newest in shadow mode.
 */
export const policyInForce = (
  db: Db | Tx,
  { kind }: Pick<PolicyKind<unknown>, 'kind'>,
  key: string,
  mode: PolicyMode = 'in_force',
) =>
  db
    .selectFrom('policies')
    .select(['key', 'version', 'mode', 'valid_from as validFrom', 'body', 'created_at as since'])
    .where('kind', '=', kind)
    .where('key', '=', key)
    .where('mode', '=', mode)
    .where(hasBegun)
    .orderBy('valid_from', (order) => order.desc().nullsLast())
    .orderBy('version', 'desc')
    .limit(ONE)

/** Returns the policy in force; undefined without one. @throws Error when this release cannot read it. */
export async function readPolicy<T>(
  db: Db | Tx,
  policy: PolicyKind<T>,
  key: string,
  mode: PolicyMode = 'in_force',
): Promise<Policy<T> | undefined> {
  const row = await policyInForce(db, policy, key, mode).executeTakeFirst()
  return row && { ...row, body: row.body as object, value: valueOf(policy, row.version, row.body) }
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
