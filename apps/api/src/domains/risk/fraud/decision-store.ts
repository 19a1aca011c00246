import type { CurrencyCode, Money } from '@sesa/money'
import { sql, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import { inserting } from '../../../db/inserting.ts'
import type { AppliedRule, Decision, Facts, Outcome } from './decide.ts'

/**
 * Returns the statement that stores a decision with its facts. `transferId` may be a column of the statement that it is part
 * of; null for a refused payment.
 */
export function storingDecision(
  { userId, transferId, amount }: { userId: string; transferId: RawBuilder<string> | null; amount: Money },
  { version, outcome, ruleId, applied }: Decision,
  facts: Facts,
): RawBuilder<unknown> {
  return inserting('fraud_decisions', {
    user_id: userId,
    transfer_id: transferId,
    version,
    outcome,
    rule_id: ruleId,
    applied: JSON.stringify(applied),
    facts: JSON.stringify(facts),
    amount: amount.amount,
    currency: amount.currency,
  })
}

/** Returns the facts behind the decision about a transfer's payment; null for a transfer without a decision. */
export async function readFacts(db: Db | Tx, transferId: string): Promise<Facts | null> {
  const { rows } = await sql<{ facts: Facts }>`
    select facts from fraud_decisions where transfer_id = ${transferId}`.execute(db)
  return rows[0]?.facts ?? null
}

/** A stored decision for a replay. */
export interface StoredDecision {
  readonly id: bigint
  /** The transfer's reference; null for a refused payment. */
  readonly reference: string | null
  readonly version: number
  readonly outcome: Outcome
  readonly ruleId: string | null
  readonly applied: readonly AppliedRule[]
  readonly facts: Facts
  readonly amount: bigint
  readonly currency: CurrencyCode
}

/** Returns up to `limit` decisions of the last days after an id, oldest first. */
export async function readDecisions(
  db: Db,
  { days, after, limit }: { readonly days: number; readonly after: bigint; readonly limit: number },
): Promise<readonly StoredDecision[]> {
  const { rows } = await sql<StoredDecision>`
    select d.id, t.reference, d.version, d.outcome, d.rule_id as "ruleId", d.applied, d.facts, d.amount, d.currency
    from fraud_decisions d left join transfers t on t.id = d.transfer_id
    where d.id > ${after} and d.decided_at > now() - make_interval(days => ${days}::int)
    order by d.id limit ${limit}`.execute(db)
  return rows
}
