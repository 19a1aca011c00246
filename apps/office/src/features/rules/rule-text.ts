import type { RulesVersion } from '@sesa/contract/office'

export type Rule = RulesVersion['rules'][number]

export const idOf = (rule: Rule): string => (typeof rule['id'] === 'string' ? rule['id'] : '')

/** Returns the parameters of a rule as people read them: `kind many_senders, days 14, atLeast 4`. */
export function parametersOf(rule: Rule): string {
  const words = (value: unknown): string => {
    if (Array.isArray(value)) return value.map(words).join(' or ')
    if (typeof value !== 'object' || value === null) return String(value)
    return Object.entries(value)
      .map(([name, one]) => `${name} ${words(one)}`)
      .join(', ')
  }
  return Object.entries(rule)
    .filter(([name]) => name !== 'id')
    .map(([name, value]) => (name === 'look' ? words(value) : `${name}: ${words(value)}`))
    .join('; ')
}

export interface RuleChange {
  readonly id: string
  /** Null for a rule that only one of the two versions has. */
  readonly before: string | null
  readonly after: string | null
}

/** Returns the rules that differ between two versions, by their ids. */
export function changesOf(before: readonly Rule[], after: readonly Rule[]): RuleChange[] {
  const texts = (rules: readonly Rule[]) => new Map(rules.map((rule) => [idOf(rule), parametersOf(rule)]))
  const [old, now] = [texts(before), texts(after)]
  return [...new Set([...old.keys(), ...now.keys()])]
    .map((id) => ({ id, before: old.get(id) ?? null, after: now.get(id) ?? null }))
    .filter((change) => change.before !== change.after)
}

/** Reads rules that were typed as JSON: `[ … ]`, or `{ "rules": [ … ] }` as the commands write them. */
export function readTyped(text: string): readonly Rule[] | null {
  try {
    const given: unknown = JSON.parse(text)
    const rules = typeof given === 'object' && given !== null && 'rules' in given ? given.rules : given
    const isRule = (one: unknown): one is Rule =>
      typeof one === 'object' && one !== null && !Array.isArray(one)
    return Array.isArray(rules) && rules.every(isRule) ? rules : null
  } catch {
    return null
  }
}
