import type { CountryCode } from '../rules/countries.ts'

/** How fast a complaint is answered, for customers of one country. */
export interface ComplaintRule {
  readonly country: CountryCode
  /** Working days until we confirm it in writing. */
  readonly acknowledgeDays: number
  /** Days until our answer, and whether only working days count. */
  readonly answerDays: number
  readonly answerCounts: 'days' | 'working days'
  /** Further days for a difficult case, which we announce before the first date; 0 for none. */
  readonly extraDays: number
  /** Days after the customer noticed the problem; null where we know of no limit. */
  readonly lodgeWithinDays: number | null
  /** Whether a law sets these numbers, or we promise them ourselves. */
  readonly basis: 'law' | 'own promise'
  readonly source: string
  /** When we last read the source, as YYYY-MM. */
  readonly readIn: string
  /** Who decides after us, besides the regulators in `REGULATORS`. */
  readonly next: string
}

/** Dated settings with their source, not legal advice. */
export const COMPLAINT_RULES: readonly ComplaintRule[] = [
  {
    country: 'LR',
    acknowledgeDays: 3,
    answerDays: 15,
    answerCounts: 'working days',
    extraDays: 15,
    lodgeWithinDays: null,
    basis: 'own promise',
    source:
      'The Central Bank of Liberia has a consumer protection regulation and unit. We did not find its deadlines.',
    readIn: '2026-11',
    next: 'the consumer protection unit of the Central Bank of Liberia',
  },
  {
    country: 'GH',
    acknowledgeDays: 3,
    answerDays: 5,
    answerCounts: 'days',
    extraDays: 15,
    lodgeWithinDays: 30,
    basis: 'law',
    source:
      'Payment Systems and Services Act, 2019 (Act 987), rules on complaints, as published at lawsghana.com.',
    readIn: '2026-11',
    next: 'the Bank of Ghana, and after that the courts',
  },
  {
    country: 'SL',
    acknowledgeDays: 3,
    answerDays: 15,
    answerCounts: 'working days',
    extraDays: 15,
    lodgeWithinDays: null,
    basis: 'own promise',
    source: 'The Bank of Sierra Leone has consumer protection guidelines. We did not find their deadlines.',
    readIn: '2026-11',
    next: 'the Bank of Sierra Leone',
  },
  {
    country: 'US',
    acknowledgeDays: 3,
    answerDays: 90,
    answerCounts: 'days',
    extraDays: 0,
    lodgeWithinDays: 180,
    basis: 'law',
    source: 'Regulation E, 12 CFR 1005.33. You get the result within 3 business days of our decision.',
    readIn: '2026-11',
    next: 'your state’s regulator or the Consumer Financial Protection Bureau',
  },
]

const DAY_MS = 86_400_000

/** Returns a time this many days later; working days are Monday to Friday in UTC, where all our customers' banks work. */
function daysAfter(at: Date, days: number, counts: ComplaintRule['answerCounts']): Date {
  let time = at.getTime()
  for (let left = days; left > 0;) {
    time += DAY_MS
    const weekday = new Date(time).getUTCDay()
    if (counts === 'days' || (weekday !== 0 && weekday !== 6)) left -= 1
  }
  return new Date(time)
}

/** When we promise to answer a complaint, and the latest time of a difficult case. */
export interface ComplaintDeadlines {
  readonly answerBy: Date
  readonly latestBy: Date
}

/**
 * Returns the deadlines of a complaint made at this time. Public holidays are not left out, so a date is never later
 * than the rule allows. Without a country, the shortest rule of all applies.
 */
export function complaintDeadlines(country: CountryCode | null, at: Date): ComplaintDeadlines {
  const [first, ...rest] = COMPLAINT_RULES.filter((rule) => country === null || rule.country === country).map(
    ({ answerDays, answerCounts, extraDays }) => {
      const answerBy = daysAfter(at, answerDays, answerCounts)
      return { answerBy, latestBy: daysAfter(answerBy, extraDays, answerCounts) }
    },
  )
  if (!first) throw new Error(`No complaint rule for ${country ?? 'any country'}`)
  return rest.reduce((best, other) => (other.answerBy < best.answerBy ? other : best), first)
}
