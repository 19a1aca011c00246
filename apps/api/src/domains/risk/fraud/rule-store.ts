import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { ONE } from '../../../db/prepared.ts'
import { signatureOf, type StaffAction } from '../../../lib/staff-action.ts'
import { readRules, type Rule, type RuleSet } from './rules.ts'

/** One stored version of the rules. */
export interface StoredRules extends RuleSet {
  readonly author: string
  /** Null for rules that one person set, before there were members of staff. */
  readonly approvedBy: string | null
  readonly reason: string
  readonly createdAt: Date
}

/** Returns the rules in force: the newest version, or the shipped ones. @throws Error when this release cannot read them. */
export async function rulesInForce(db: Db | Tx, shipped: RuleSet): Promise<RuleSet> {
  return (await newestRules(db)) ?? shipped
}

/** Returns stored versions, the newest first. @throws Error when this release cannot read one. */
export async function listRules(db: Db | Tx, limit: number | typeof ONE): Promise<readonly StoredRules[]> {
  const rows = await db
    .selectFrom('fraud_rules')
    .select(['version', 'rules', 'author', 'approved_by', 'reason', 'created_at'])
    .orderBy('version', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ version, rules, author, approved_by: approvedBy, reason, created_at: createdAt }) => {
    const read = readRules(rules)
    if (!read.ok) throw new Error(`Fraud rules ${version} cannot be read: ${read.problems.join(' ')}`)
    return { version, rules: read.rules, author, approvedBy, reason, createdAt }
  })
}

/** Returns the newest stored version; undefined before the first. */
export async function newestRules(db: Db | Tx): Promise<StoredRules | undefined> {
  const [newest] = await listRules(db, ONE)
  return newest
}

/** Stores the rules as the next version, which is in force at once, and returns its number. */
export function storeRules(db: Db, rules: readonly Rule[], by: StaffAction): Promise<number> {
  return inTransaction(db, 'fraud.set_rules', async (tx) => {
    const { version } = await tx
      .insertInto('fraud_rules')
      .values({
        rules: JSON.stringify({ rules }),
        author: by.staff,
        approved_by: by.approvedBy ?? null,
        reason: by.reason,
      })
      .returning('version')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('staff_actions')
      .values({
        action: 'set_fraud_rules',
        ...signatureOf(by, { before: { version: version - 1 }, after: { version } }),
        subject: `version ${version}`,
      })
      .execute()
    return version
  })
}
