import { Refused } from '../../lib/refused.ts'

const NAME_MAX = 100
const ADULT_YEARS = 18
const OLDEST_YEARS = 120

const NAME = /^[\p{L}\p{M} '’.-]+$/u

/** A person's name: letters of any script with marks, spaces, apostrophes, hyphens and dots. Throws Refused `name_invalid`. */
export function readName(text: string): string {
  const name = text.normalize('NFC').trim().replace(/\s+/gu, ' ')
  if ([...name].length > NAME_MAX || !NAME.test(name) || !/\p{L}/u.test(name))
    throw new Refused('name_invalid', { field: 'name' })
  return name
}

function isRealDate(text: string): boolean {
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The same day `years` earlier, as text that compares; it may be a 29 February that does not exist. */
function yearsBefore(today: string, years: number): string {
  const year = (Number.parseInt(today.slice(0, 4), 10) - years).toString().padStart(4, '0')
  return `${year}${today.slice(4)}`
}

/**
 * A date of birth, `YYYY-MM-DD`, of a person who is 18 or older and at most 120 on `today` (UTC). Somebody born on
 * 29 February comes of age on 1 March. Throws Refused `date_invalid` or `age_below_18`.
 */
export function readBirthDate(text: string, today: string): string {
  const dob = text.trim()
  const real = /^\d{4}-\d{2}-\d{2}$/.test(dob) && isRealDate(dob)
  if (!real || dob > today || dob <= yearsBefore(today, OLDEST_YEARS + 1))
    throw new Refused('date_invalid', { field: 'dob' })
  if (dob > yearsBefore(today, ADULT_YEARS)) throw new Refused('age_below_18', { field: 'dob' })
  return dob
}
