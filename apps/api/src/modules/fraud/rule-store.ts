import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import type { StaffAction } from '../../lib/staff-action.ts'
import { readRules, type Rule, type RuleSet } from './rules.ts'

/** One stored version of the rules. */
export interface StoredRules extends RuleSet {
  readonly author: string
  readonly reason: string
  readonly createdAt: Date
}

/** Returns the rules in force: the newest version, or the shipped ones. @throws Error when this release cannot read them. */
export async function rulesInForce(db: Db | Tx, shipped: RuleSet): Promise<RuleSet> {
  return (await newestRules(db)) ?? shipped
}

/** Returns the newest stored version; undefined before the first. */
export async function newestRules(db: Db | Tx): Promise<StoredRules | undefined> {
  const row = await db
    .selectFrom('fraud_rules')
    .select(['version', 'rules', 'author', 'reason', 'created_at'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const read = readRules(row.rules)
  if (!read.ok) throw new Error(`Fraud rules ${row.version} cannot be read: ${read.problems.join(' ')}`)
  const { version, author, reason, created_at: createdAt } = row
  return { version, rules: read.rules, author, reason, createdAt }
}

/** Stores the rules as the next version, which is in force at once, and returns its number. */
export function storeRules(db: Db, rules: readonly Rule[], { staff, reason }: StaffAction): Promise<number> {
  return inTransaction(db, 'fraud.set_rules', async (tx) => {
    const { version } = await tx
      .insertInto('fraud_rules')
      .values({ rules: JSON.stringify({ rules }), author: staff, reason })
      .returning('version')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('operator_actions')
      .values({ action: 'set_fraud_rules', operator: staff, reason, subject: `version ${version}` })
      .execute()
    return version
  })
}
