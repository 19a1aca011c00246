import type { Db } from '../../../db/index.ts'
import { evaluate, type Evaluation } from './evaluate.ts'
import { readFacts, readSubjects } from './read-facts.ts'
import { rulesInForce, type Rule } from './rules.ts'

const DAY = 86_400_000
const EXAMPLES = 3

/** Possible findings of a rule in either set: subjects with an alert, and the transfers of some of them. */
export interface TriedRule {
  readonly ruleId: string
  /** Number of subjects with an alert in the version in force; null when it has no such rule. */
  readonly before: number | null
  readonly after: number | null
  readonly insufficient: number
  readonly examples: readonly string[]
}

export interface Trial {
  readonly version: number
  /** Accounts and wallets, each counted once per day with a payment. */
  readonly subjects: number
  readonly rules: readonly TriedRule[]
}

/** The subjects of each rule's alerts, over all days. */
class Collected {
  readonly #alerts = new Map<string, Map<string, string>>()
  readonly insufficient = new Map<string, number>()

  add({ alerts, outcomes }: Evaluation): void {
    for (const [id, { insufficient }] of Object.entries(outcomes)) {
      if (!this.#alerts.has(id)) this.#alerts.set(id, new Map())
      this.insufficient.set(id, (this.insufficient.get(id) ?? 0) + insufficient)
    }
    for (const { rule, kind, subject, newest } of alerts)
      this.#alerts.get(rule.id)?.set(`${kind} ${subject}`, newest)
  }

  count(ruleId: string): number | null {
    return this.#alerts.get(ruleId)?.size ?? null
  }

  examples(ruleId: string): readonly string[] {
    return [...(this.#alerts.get(ruleId)?.values() ?? [])].slice(0, EXAMPLES)
  }
}

/**
 * Applies rules to the past, each day as if it were today, next to the version in force. Changes nothing. `from` and `to`:
 * the first moment and the one after the last.
 */
export async function tryRules(
  db: Db,
  rules: readonly Rule[],
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<Trial> {
  const { inForce } = await rulesInForce(db)
  const [before, after] = [new Collected(), new Collected()]
  let subjects = 0
  for (let start = from; start < to;) {
    const upto = new Date(Math.min(start.getTime() + DAY, to.getTime()))
    const facts = await readFacts(db, await readSubjects(db, { from: start, upto }), upto)
    subjects += facts.length
    before.add(evaluate(inForce, facts))
    after.add(evaluate({ version: -1, rules }, facts))
    start = upto
  }
  const ids = new Set([...inForce.rules, ...rules].map(({ id }) => id))
  return {
    version: inForce.version,
    subjects,
    rules: [...ids].map((ruleId) => ({
      ruleId,
      before: before.count(ruleId),
      after: after.count(ruleId),
      insufficient: after.insufficient.get(ruleId) ?? 0,
      examples: after.examples(ruleId),
    })),
  }
}
