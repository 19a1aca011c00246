import type { Outcome } from '../../domains/compliance/identity-checks/ports.ts'

const retry = (reason: Outcome['reason']): Outcome => ({ state: 'failed_retryable', reason })
const review = (reason: Outcome['reason']): Outcome => ({ state: 'needs_review', reason })

/**
 * Smile ID's documented result codes that end a job, in our words. The list is not complete: sources disagree on the
 * other codes, so staff decide them unless an action reports a failure.
 */
export const SMILE_ID_OUTCOMES: Readonly<Record<string, Outcome>> = {
  '0001': retry('selfie_unreadable'),
  '0810': { state: 'verified', reason: null },
  '1012': { state: 'verified', reason: null },
  '1013': retry('number_invalid'),
  '1014': retry('number_invalid'),
  '1015': retry('authority_away'),
  '1016': review('unknown'),
  '1020': { state: 'verified', reason: null },
  '1021': review('number_mismatch'),
  '1022': review('number_mismatch'),
  '1023': retry('number_invalid'),
}

/** The actions of a job that can fail, and what a failure means. */
export const SMILE_ID_ACTIONS: Readonly<Record<string, Outcome>> = {
  Verify_Document: retry('document_unreadable'),
  Liveness_Check: retry('selfie_unreadable'),
  Selfie_To_ID_Card_Compare: retry('selfie_mismatch'),
  Selfie_To_ID_Authority_Compare: retry('selfie_mismatch'),
  Verify_ID_Number: retry('number_invalid'),
}

/** Returns the meaning of a job's final result. */
export function smileIdOutcome(code: string, actions: Readonly<Record<string, unknown>>): Outcome {
  const failed = Object.keys(SMILE_ID_ACTIONS).find((action) => actions[action] === 'Failed')
  const known = Object.hasOwn(SMILE_ID_OUTCOMES, code) ? SMILE_ID_OUTCOMES[code] : undefined
  // A success with a failed action contradicts itself.
  if (known?.state === 'verified' && failed !== undefined) return review('document_suspect')
  if (known !== undefined) return known
  return (failed === undefined ? undefined : SMILE_ID_ACTIONS[failed]) ?? review('unknown')
}
