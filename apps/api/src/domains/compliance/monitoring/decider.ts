import type { Decider } from '../cases/index.ts'
import { readEvidence } from './evidence.ts'

const DECISIONS = {
  no_suspicion: 'nothing to report; the reason says why',
  report: 'a suspicion: draft a report, and keep the case until it is filed',
}

/** The decisions of a monitoring case. Neither affects the customer. */
export const monitoringDecider: Decider = {
  decisionsOf: () => DECISIONS,
  evidenceOf: readEvidence,
  carryOut: async (_tx, _row, decision) => (decision === 'report' ? 'reporting' : 'closed'),
}
