import type { Decider } from '../cases/index.ts'
import { readEvidence } from './evidence.ts'

const DECISIONS = {
  no_suspicion: 'no SAR; the reason says why',
  report: 'suspicion: draft a SAR; the case stays open until it’s filed',
}

/** The decisions of a monitoring case. Neither affects the customer. */
export const monitoringDecider: Decider = {
  decisionsOf: () => DECISIONS,
  evidenceOf: readEvidence,
  carryOut: async (_tx, _row, decision) => (decision === 'report' ? 'reporting' : 'closed'),
}
