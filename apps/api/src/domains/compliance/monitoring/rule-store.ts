import { inTransaction, type Db } from '../../../db/index.ts'
import { signatureOf, type ApprovedAction } from '../../../lib/staff-action.ts'
import { readRules, SHIPPED_RULES, type Rule, type RuleSet } from './rules.ts'

export interface RulesInForce {
  /** The newest version that is in force, or the shipped rules. */
  readonly inForce: RuleSet
  /** A version in shadow mode that is newer; null when there is none. */
  readonly shadow: RuleSet | null
}

/** Returns the rules that apply now. @throws Error when this release cannot read them. */
export async function rulesInForce(db: Db): Promise<RulesInForce> {
  const newest = async (mode: 'in_force' | 'shadow'): Promise<RuleSet | undefined> => {
    const row = await db
      .selectFrom('monitoring_rules')
      .select(['version', 'rules'])
      .where('mode', '=', mode)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (row === undefined) return undefined
    const read = readRules(row.rules)
    if (!read.ok)
      throw new Error(`Monitoring rules ${row.version} cannot be read: ${read.problems.join(' ')}`)
    return { version: row.version, rules: read.rules }
  }
  const inForce = (await newest('in_force')) ?? SHIPPED_RULES
  const shadow = await newest('shadow')
  return { inForce, shadow: shadow !== undefined && shadow.version > inForce.version ? shadow : null }
}

/** One stored version of the rules. */
export interface StoredRules extends RuleSet {
  readonly mode: 'in_force' | 'shadow'
  readonly author: string
  readonly approvedBy: string
  readonly reason: string
  readonly createdAt: Date
}

/** Returns stored versions, the newest first. @throws Error when this release cannot read one. */
export async function listRules(db: Db, limit: number): Promise<readonly StoredRules[]> {
  const rows = await db
    .selectFrom('monitoring_rules')
    .selectAll()
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => {
    const read = readRules(row.rules)
    if (!read.ok)
      throw new Error(`Monitoring rules ${row.version} cannot be read: ${read.problems.join(' ')}`)
    return {
      version: row.version,
      mode: row.mode,
      rules: read.rules,
      author: row.author,
      approvedBy: row.approved_by,
      reason: row.reason,
      createdAt: row.created_at,
    }
  })
}

/** Stores rules as the next version, in force or in shadow mode at once, and returns its number. Two people set them. */
export function storeRules(
  db: Db,
  rules: readonly Rule[],
  mode: 'in_force' | 'shadow',
  by: ApprovedAction,
): Promise<number> {
  return inTransaction(db, 'monitoring.set_rules', async (tx) => {
    const { version } = await tx
      .insertInto('monitoring_rules')
      .values({
        mode,
        rules: JSON.stringify({ rules }),
        author: by.staff,
        approved_by: by.approvedBy,
        reason: by.reason,
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'set_monitoring_rules',
        ...signatureOf(by, { before: null, after: { version, mode } }),
        subject: `version ${version}, ${mode}`,
      })
      .execute()
    return version
  })
}
