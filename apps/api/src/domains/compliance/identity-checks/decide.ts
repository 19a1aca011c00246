import type { IdentityCheckReason, IdentityCheckState } from '@sesa/contract'
import { comparableName } from '../../transfers/index.ts'
import type { CheckedPerson, Outcome, Reading } from './ports.ts'

/** Number of failed submissions after which staff review a check. */
export const MOST_FAILURES = 5

/** The stored data when a result arrives. */
export interface OnFile {
  readonly state: IdentityCheckState
  readonly submission: string | null
  readonly failures: number
  /** Name and date of birth as the customer entered them. */
  readonly name: string | null
  readonly dob: string | null
  /** True if another account was verified with the same name, date of birth and document. */
  readonly isDuplicate: boolean
  /** The database's date, YYYY-MM-DD. */
  readonly today: string
}

/** States that only the customer or staff change. */
const ENDED: ReadonlySet<IdentityCheckState> = new Set([
  'verified',
  'needs_review',
  'failed_final',
  'expired',
])

/** Returns true if the person's name, date of birth and document number are all known. */
export function isIdentified(
  person: CheckedPerson | null,
): person is CheckedPerson & { name: string; dob: string; documentNumber: string } {
  return Boolean(person?.name && person.dob && person.documentNumber)
}

function isAdult(dob: string, today: string): boolean {
  const birthday = `${String(Number(today.slice(0, 4)) - 18)}${today.slice(4)}`
  return dob <= birthday
}

function decideVerified({ person }: Reading, onFile: OnFile): Outcome {
  const review = (reason: IdentityCheckReason): Outcome => ({ state: 'needs_review', reason })
  if (!isIdentified(person)) return review('details_missing')
  if (!isAdult(person.dob, onFile.today)) return { state: 'failed_final', reason: 'under_age' }
  if (person.documentExpires !== null && person.documentExpires < onFile.today)
    return { state: 'failed_retryable', reason: 'document_expired' }
  if (onFile.isDuplicate) return review('duplicate_person')
  if (person.dob !== onFile.dob) return review('birth_date_mismatch')
  if (comparableName(person.name) !== comparableName(onFile.name ?? ''))
    return { state: 'waiting_for_user', reason: 'name_mismatch' }
  return { state: 'verified', reason: null }
}

/**
 * Returns the changes that a provider's result makes; null for none. A result of an earlier submission, or one that arrives
 * after the check has ended, changes nothing.
 */
export function decide(reading: Reading, onFile: OnFile): Outcome | null {
  if (ENDED.has(onFile.state)) return null
  const isFailure = reading.state === 'failed_retryable'
  const isOld = reading.submission !== null && reading.submission === onFile.submission
  if (isOld && (isFailure || reading.state === 'waiting_for_user')) return null
  if (reading.state === 'waiting_for_user' && onFile.state === 'processing') return null
  const outcome = reading.state === 'verified' ? decideVerified(reading, onFile) : reading
  if (outcome.state === 'failed_retryable' && onFile.failures + 1 >= MOST_FAILURES)
    return { state: 'needs_review', reason: 'too_many_attempts' }
  return { state: outcome.state, reason: outcome.reason }
}
