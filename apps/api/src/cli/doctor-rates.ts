import { inTransaction, type Db } from '../db/index.ts'
import {
  FOREIGN,
  historyPerDayOf,
  intervalOf,
  RATES_SETTINGS,
  requestsThisMonth,
  reserveOther,
  type RatesProvider,
} from '../domains/pricing/index.ts'
import { note, ok, problem, type Finding } from './finding.ts'

const HOUR_SECONDS = 3_600

/** Judges whether a plan keeps rates fresh. `interval`: seconds between two requests. */
export function judgePlan(
  source: string,
  { monthly, used, interval }: { monthly: number; used: number; interval: number },
): Finding {
  const left = `${Math.max(0, monthly - used)} of ${monthly} requests left this month`
  const hours = RATES_SETTINGS.staleAfterHours
  if (used >= monthly)
    return problem(source, `${left}: get a larger plan, or prices stop after ${hours} hours`)
  if (interval > hours * HOUR_SECONDS)
    return problem(source, `the plan is too small for a request every ${hours} hours; prices then stop`)
  return note(source, `${left}; one request every ${interval / 60} minutes`)
}

/** Judges a source's answer: a currency that it lacks must come from another source. */
export function judgeRates(source: string, asOf: Date, given: readonly string[]): Finding {
  const missing = FOREIGN.filter((currency) => !given.includes(currency))
  const words = `rates of ${asOf.toISOString()}`
  return missing.length === 0
    ? ok(source, words)
    : problem(
        source,
        `${words}, without ${missing.join(' and ')}: without another source, these corridors close`,
      )
}

/** Asks a source once, and counts the request in its plan; a plan that is used up is not asked. */
export async function checkSource(
  db: Db,
  provider: RatesProvider,
  historyPerDay: number,
): Promise<Finding[]> {
  const { source, monthlyRequests: monthly } = provider
  const counted = await inTransaction(db, 'rates.count_check', (tx) => reserveOther(tx, source, monthly))
  const plan =
    monthly === undefined
      ? []
      : [
          judgePlan(source, {
            monthly,
            used: await requestsThisMonth(db, source),
            interval: intervalOf(monthly, provider.onDay ? historyPerDayOf(monthly, historyPerDay) : 0),
          }),
        ]
  if (!counted) return plan
  const answer = await provider.latest().then(
    ({ asOf, usd }) => judgeRates(source, asOf, Object.keys(usd)),
    (error: unknown) => problem(source, error instanceof Error ? error.message : 'no rates'),
  )
  return [answer, ...plan]
}
