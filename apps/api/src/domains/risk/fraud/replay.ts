import { formatMoney, money, type CurrencyCode } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { decide, delayMinutes, requested3ds, type AppliedRule, type Outcome } from './decide.ts'
import { readDecisions, type StoredDecision } from './decision-store.ts'
import type { Rule } from './rules.ts'

/** Number of payments with an outcome, or matching a rule, originally and under the changed rules. */
export interface Tally {
  readonly name: string
  readonly before: number
  readonly after: number
}

/** A payment that the changed rules would have treated differently. */
export interface ChangedPayment {
  /** The transfer's reference; null for a refused payment. */
  readonly reference: string | null
  readonly amount: string
  readonly before: string
  readonly after: string
  /** The deciding rule under the changed rules. */
  readonly ruleId: string | null
}

/** The total of all payments with an outcome in one currency, originally and under the changed rules. */
export interface AmountTally {
  readonly outcome: Outcome
  readonly before: string
  readonly after: string
}

export interface Replay {
  readonly examined: number
  readonly outcomes: readonly Tally[]
  readonly rules: readonly Tally[]
  readonly amounts: readonly AmountTally[]
  readonly changed: readonly ChangedPayment[]
}

const PAGE = 1_000
const OUTCOMES: readonly Outcome[] = ['allow', 'authenticate', 'delay', 'refuse']

/** Describes all effects on a payment, for example `authenticate any, delay 30 min`. */
function describe(outcome: Outcome, applied: readonly AppliedRule[]): string {
  if (outcome === 'allow' || outcome === 'refuse') return outcome
  const request = requested3ds({ applied })
  const minutes = delayMinutes({ applied })
  return [
    ...(request === null ? [] : [`authenticate ${request}`]),
    ...(minutes === 0 ? [] : [`delay ${minutes} min`]),
  ].join(', ')
}

class Counter {
  readonly #counts = new Map<string, { before: bigint; after: bigint }>()

  add(name: string, when: 'before' | 'after', by = 1n): void {
    const found = this.#counts.get(name) ?? { before: 0n, after: 0n }
    found[when] += by
    this.#counts.set(name, found)
  }

  entries(): readonly (readonly [string, { before: bigint; after: bigint }])[] {
    return [...this.#counts].toSorted(([a], [b]) => (a < b ? -1 : 1))
  }
}

const tallies = (counter: Counter): Tally[] =>
  counter
    .entries()
    .map(([name, { before, after }]) => ({ name, before: Number(before), after: Number(after) }))

/** Counts the effects of changed rules on stored decisions. Pure. */
export function replayDecisions(rules: readonly Rule[], decisions: readonly StoredDecision[]): Replay {
  const outcomes = new Counter()
  const byRule = new Counter()
  const sums = new Counter()
  const changed: ChangedPayment[] = []
  for (const one of decisions) {
    const now = decide({ version: one.version, rules }, one.facts)
    outcomes.add(one.outcome, 'before')
    outcomes.add(now.outcome, 'after')
    sums.add(`${one.currency} ${one.outcome}`, 'before', one.amount)
    sums.add(`${one.currency} ${now.outcome}`, 'after', one.amount)
    for (const { ruleId } of one.applied) byRule.add(ruleId, 'before')
    for (const { ruleId } of now.applied) byRule.add(ruleId, 'after')
    const [before, after] = [describe(one.outcome, one.applied), describe(now.outcome, now.applied)]
    if (before === after) continue
    const amount = formatMoney(money(one.amount, one.currency))
    changed.push({ reference: one.reference, amount, before, after, ruleId: now.ruleId })
  }
  return {
    examined: decisions.length,
    outcomes: tallies(outcomes).toSorted((a, b) => orderOf(a.name) - orderOf(b.name)),
    rules: tallies(byRule),
    amounts: sums.entries().map(([name, { before, after }]) => {
      const [currency, outcome] = name.split(' ') as [CurrencyCode, Outcome]
      const formatted = (amount: bigint): string => formatMoney(money(amount, currency))
      return { outcome, before: formatted(before), after: formatted(after) }
    }),
    changed,
  }
}

const orderOf = (name: string): number => OUTCOMES.findIndex((outcome) => outcome === name)

/** Replays the decisions of the last days against changed rules. Changes nothing. */
export async function replay(db: Db, rules: readonly Rule[], days: number): Promise<Replay> {
  const decisions: StoredDecision[] = []
  for (;;) {
    const page = await readDecisions(db, { days, after: decisions.at(-1)?.id ?? 0n, limit: PAGE })
    decisions.push(...page)
    if (page.length < PAGE) return replayDecisions(rules, decisions)
  }
}
