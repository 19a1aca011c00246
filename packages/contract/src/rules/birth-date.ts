const ADULT_YEARS = 18
const OLDEST_YEARS = 120

/**
 * Returns the error code for a customer's date of birth (`YYYY-MM-DD`), if any: not a past date, more than 120 years
 * ago, or less than 18 years before `today` (UTC). A person born on 29 February comes of age on 1 March.
 */
export function birthDateProblem(dob: string, today: string): 'date_invalid' | 'age_below_18' | undefined {
  const isReal = /^\d{4}-\d\d-\d\d$/.test(dob) && isRealDate(dob)
  if (!isReal || dob > today || dob <= yearsBefore(today, OLDEST_YEARS + 1)) return 'date_invalid'
  return dob > yearsBefore(today, ADULT_YEARS) ? 'age_below_18' : undefined
}

function isRealDate(text: string): boolean {
  return new Date(text).toJSON()?.startsWith(text) ?? false
}

/** Returns the same day `years` earlier, as comparable text; it may be a 29 February that does not exist. */
function yearsBefore(today: string, years: number): string {
  return `${Number(today.slice(0, 4)) - years}${today.slice(4)}`
}
