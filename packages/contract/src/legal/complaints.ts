import type { CountryCode } from '../rules/countries.ts'

/** Deadlines for answering a complaint from a customer in one country. */
export interface ComplaintRule {
  readonly country: CountryCode
  /** Working days until we confirm it in writing. */
  readonly acknowledgeDays: number
  /** Days until our answer, and whether only working days count. */
  readonly answerDays: number
  readonly answerCounts: 'days' | 'working days'
  /** Extra days for a difficult case, which we announce before the first deadline; 0 for none. */
  readonly extraDays: number
  /** Days after the customer noticed the problem; null where we know of no limit. */
  readonly lodgeWithinDays: number | null
  /** Whether a law sets these numbers or we promise them. */
  readonly basis: 'law' | 'own promise'
  readonly source: string
  /** Month in which we last read the source: `YYYY-MM`. */
  readonly readIn: string
  /** Body that decides after us, in addition to the regulators in `REGULATORS`. */
  readonly next: string
}

/** Dated settings with their sources. Not legal advice. */
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

/** Adds this many days to a time; working days are Monday to Friday in UTC, when banks in all our countries are open. */
function daysAfter(at: Date, days: number, counts: ComplaintRule['answerCounts']): Date {
  let time = at.getTime()
  for (let left = days; left > 0;) {
    time += DAY_MS
    const weekday = new Date(time).getUTCDay()
    if (counts === 'days' || (weekday !== 0 && weekday !== 6)) left -= 1
  }
  return new Date(time)
}

/** The date by which we promise to answer a complaint, and the latest date in a difficult case. */
export interface ComplaintDeadlines {
  readonly answerBy: Date
  readonly latestBy: Date
}

/**
 * Returns the deadlines of a complaint made at this time. Public holidays count as working days, so a deadline is never
 * later than the rule allows. Without a country, the shortest rule of all applies.
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
