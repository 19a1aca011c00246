import type { SubjectState } from '../../../db/schema/compliance.ts'
import type { ListResult } from './ports.ts'

/** A decision of staff about an entity, for the data of it that they saw. */
export interface Decided {
  readonly entityId: string
  readonly fingerprint: string
}

/** Offices and their families. Business with them needs care, but is not prohibited. */
const PEP_TOPICS = ['role.pep', 'role.rca']

/** True for an entity that is on the list only as a politically exposed person, or as a relative or associate of one. */
export const isOnlyExposed = ({ topics }: Pick<ListResult, 'topics'>): boolean =>
  topics.length > 0 && topics.every((topic) => PEP_TOPICS.includes(topic))

/** Returns the matches on which staff have not decided, for the data that the entities have now. */
export function openMatches(
  results: readonly ListResult[],
  decided: readonly Decided[],
): readonly ListResult[] {
  return results.filter(
    ({ id, fingerprint, isMatch }) =>
      isMatch && !decided.some((one) => one.entityId === id && one.fingerprint === fingerprint),
  )
}

/** Decides what open matches mean for a subject. Only a case ends `match`, and nothing ends `blocked` and `refused`. */
export function stateAfter(before: SubjectState, open: readonly ListResult[]): SubjectState {
  if (before === 'match' || before === 'blocked' || before === 'refused') return before
  if (open.some((result) => !isOnlyExposed(result))) return 'match'
  if (open.length > 0) return 'review'
  return before === 'unscreened' ? 'clear' : before
}

/** The subject as far as a pay-out is concerned. */
export interface Standing {
  readonly state: SubjectState
  /** Whether it was screened against the current version of the list. */
  readonly isCurrent: boolean
}

export type Verdict = 'clear' | 'clear_without_list' | 'stopped' | 'refused' | 'wait'

/**
 * Decides whether a pay-out may begin, once the list was asked. A subject that is not current then is one that the list
 * did not answer about: it stops the pay-out above an amount.
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
