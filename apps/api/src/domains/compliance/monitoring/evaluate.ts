import { decide, type Finding } from './decide.ts'
import type { Facts, Subject } from './facts.ts'
import type { Rule, RuleSet } from './rules.ts'

/** A rule's finding about a subject. */
export interface Alert extends Subject {
  readonly rule: Rule
  readonly measured: Finding['measured']
  /** References of the payments that count, newest last; at most 20. */
  readonly transfers: readonly string[]
  /** The subject's newest payment, which caused the alert. */
  readonly newest: string
}

type Outcomes = Record<Finding['outcome'], number>

/** The alerts of a set of rules, and how often each rule had each outcome. */
export interface Evaluation {
  readonly version: number
  readonly alerts: readonly Alert[]
  readonly outcomes: Readonly<Record<string, Readonly<Outcomes>>>
}

const MOST_TRANSFERS = 20

/** Applies a set of rules to facts. Pure. */
export function evaluate({ version, rules }: RuleSet, facts: readonly Facts[]): Evaluation {
  const alerts: Alert[] = []
  const outcomes: Record<string, Outcomes> = {}
  for (const rule of rules) {
    const counts = { alert: 0, clear: 0, insufficient: 0 }
    outcomes[rule.id] = counts
    for (const one of facts) {
      const finding = decide(one, rule)
      const newest = one.payments.at(-1)?.reference
      if (finding === undefined || newest === undefined) continue
      counts[finding.outcome] += 1
      if (finding.outcome !== 'alert') continue
      const transfers = finding.payments.slice(-MOST_TRANSFERS).map(({ reference }) => reference)
      alerts.push({
        kind: one.kind,
        subject: one.subject,
        rule,
        measured: finding.measured,
        transfers,
        newest,
      })
    }
  }
  return { version, alerts, outcomes }
}
