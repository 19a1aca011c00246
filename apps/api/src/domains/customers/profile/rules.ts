import { birthDateProblem, readPersonName } from '@sesa/contract'
import { Refused } from '../../../lib/refused.ts'

/** Validates a person's name by the same rules as the web app. Throws Refused `name_invalid`. */
export function readName(text: string): string {
  const read = readPersonName(text)
  if (!read.ok) throw new Refused('name_invalid', { field: 'name', message: read.message })
  return read.name
}

/**
 * Validates a date of birth, `YYYY-MM-DD`, of an adult on `today` (UTC). Throws Refused `date_invalid` or
 * `age_below_18`.
 */
export function readBirthDate(text: string, today: string): string {
  const dob = text.trim()
  const problem = birthDateProblem(dob, today)
  if (problem !== undefined) throw new Refused(problem, { field: 'dob' })
  return dob
}
