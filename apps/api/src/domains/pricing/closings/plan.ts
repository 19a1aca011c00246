const DAY_MS = 86_400_000
/** Maximum length of a planned closing, in days: longer closings are done by hand. */
const MOST_DAYS_LONG = 14
/** Maximum days in advance for planning a closing. */
const MOST_DAYS_AHEAD = 90

/** The time of a planned closing. */
export interface Span {
  readonly from: Date
  readonly until: Date
}

/** Returns why a closing cannot be planned for this time; null when it can. */
export function spanProblem({ from, until }: Span, now: Date): string | null {
  if (until <= from) return 'The closing ends before it starts. Correct the times.'
  if (until <= now) return 'The closing would already be over. Enter a later end.'
  if (until.getTime() - from.getTime() > MOST_DAYS_LONG * DAY_MS)
    return `A planned closing lasts at most ${MOST_DAYS_LONG} days. Close it manually instead.`
  if (from.getTime() - now.getTime() > MOST_DAYS_AHEAD * DAY_MS)
    return `Plan at most ${MOST_DAYS_AHEAD} days ahead.`
  return null
}
