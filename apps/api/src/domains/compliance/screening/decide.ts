import type { SubjectState } from '../../../db/schema/compliance.ts'
import type { ListResult } from './ports.ts'

/** A staff decision about an entity, for the data that they read. */
export interface Decided {
  readonly entityId: string
  readonly fingerprint: string
}

/** Public offices, and relatives and associates. Business with them needs care, but is not prohibited. */
const PEP_TOPICS = ['role.pep', 'role.rca']

/** Returns true if an entity is listed only as a politically exposed person, or as a relative or associate of one. */
export const isOnlyExposed = ({ topics }: Pick<ListResult, 'topics'>): boolean =>
  topics.length > 0 && topics.every((topic) => PEP_TOPICS.includes(topic))

/** Returns the matches without a staff decision, for the entities' current data. */
export function openMatches(
  results: readonly ListResult[],
  decided: readonly Decided[],
): readonly ListResult[] {
  return results.filter(
    ({ id, fingerprint, isMatch }) =>
      isMatch && !decided.some((one) => one.entityId === id && one.fingerprint === fingerprint),
  )
}

/** Returns a subject's state from its open matches. Only a case ends `match`, and nothing ends `blocked` and `refused`. */
export function stateAfter(before: SubjectState, open: readonly ListResult[]): SubjectState {
  if (before === 'match' || before === 'blocked' || before === 'refused') return before
  if (open.some((result) => !isOnlyExposed(result))) return 'match'
  if (open.length > 0) return 'review'
  return before === 'unscreened' ? 'clear' : before
}

/** A subject's state for a pay-out. */
export interface Standing {
  readonly state: SubjectState
  /** True if it was screened against the current version of the list. */
  readonly isCurrent: boolean
}

export type Verdict = 'clear' | 'clear_without_list' | 'stopped' | 'refused' | 'wait'

/**
 * Decides whether a pay-out may begin after the list was queried. The list gave no answer for a subject that is still not
 * current: above an amount, such a subject stops the pay-out.
 */
export function decideVerdict(standings: readonly Standing[], isAboveLimit: boolean): Verdict {
  const states = standings.map(({ state }) => state)
  if (states.includes('match') || states.includes('blocked')) return 'stopped'
  if (states.includes('refused')) return 'refused'
  // Without sender or recipient there is nothing to screen.
  if (standings.length < 2) return 'wait'
  if (standings.every(({ isCurrent }) => isCurrent)) return 'clear'
  return isAboveLimit ? 'wait' : 'clear_without_list'
}
