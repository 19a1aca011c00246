import type { RulesVersion } from '@sesa/contract/office'

export type Rule = RulesVersion['rules'][number]

/** A rule of the page: one that is off is kept, so that it can be switched on again. */
export interface RuleRow {
  readonly isOn: boolean
  readonly rule: Rule
}

export interface RuleRows {
  readonly rows: readonly RuleRow[]
}

export const idOf = (rule: Rule): string => (typeof rule['id'] === 'string' ? rule['id'] : '')

/** Returns the rules that a request names: those that are on, each as it was. */
export const rulesOn = ({ rows }: RuleRows): Rule[] => rows.filter(({ isOn }) => isOn).map(({ rule }) => rule)

/** Returns rules as rows, and below them, off, the newest rule of each other id in the versions. */
export function rowsOf(rules: readonly Rule[], versions: readonly RulesVersion[]): RuleRows {
  const off = new Map(
    versions
      .flatMap((version) => version.rules)
      .toReversed()
      .map((rule) => [idOf(rule), rule]),
  )
  for (const rule of rules) off.delete(idOf(rule))
  return {
    rows: [
      ...rules.map((rule) => ({ isOn: true, rule })),
      ...[...off.values()].map((rule) => ({ isOn: false, rule })),
    ],
  }
}

/** Reads rules of a file: `[ … ]`, or `{ "rules": [ … ] }` as the commands write them. */
export function readRules(given: unknown): readonly Rule[] | null {
  const rules = typeof given === 'object' && given !== null && 'rules' in given ? given.rules : given
  const isRule = (one: unknown): one is Rule => typeof one === 'object' && one !== null && !Array.isArray(one)
  return Array.isArray(rules) && rules.every(isRule) ? rules : null
}

/** Returns the parameters of a rule of another release, which has no sentence here. */
export const parametersOf = ({ id: _id, ...parameters }: Rule): string => JSON.stringify(parameters)
