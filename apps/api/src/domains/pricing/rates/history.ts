import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import {
  addDay,
  addFinishedDays,
  listDays,
  nearestDay,
  reserveDay,
  setOutcome,
  type Outcome,
  type RateDays,
  type Reserved,
} from './history-store.ts'
import { historyPerDayOf, reserveOf } from './plan.ts'
import { FOREIGN, RatesFailure, type ProviderRates, type RatesProvider } from './ports.ts'
import { isPlausible, usdRates } from './snapshot.ts'
import { requestsThisMonth, reserveOther } from './sources-store.ts'

/** Days covered by the history: the longest chart. */
export const HISTORY_DAYS = 365

export interface RateHistory {
  /** Returns the recorded days of the last year, or of the last `back` days, oldest first. A day without rates is absent. */
  list(back?: number): Promise<RateDays>
  /** Records the days that have ended since the last call, from our own snapshots. */
  recordDays(): Promise<void>
  /**
   * Requests the newest missing days from a source with history, within the daily budget. Throws RatesFailure `unreachable`,
   * so that the job is repeated within seconds: the next attempt requests another day.
   */
  fillGaps(): Promise<void>
}

/** Creates the rate history. `perDay`: maximum requests to the source per day (UTC). */
export function createRateHistory(db: Db, providers: readonly RatesProvider[], perDay: number): RateHistory {
  const recordDays = () => inTransaction(db, 'rates.record_days', addFinishedDays)
  return {
    list: (back = HISTORY_DAYS) => listDays(db, back),
    recordDays,
    async fillGaps() {
      const provider = providers.find(({ onDay }) => onDay !== undefined)
      const monthly = provider?.monthlyRequests
      const most = monthly === undefined ? perDay : historyPerDayOf(monthly, perDay)
      if (provider === undefined || most === 0) return
      // Our own record of a day comes first, and costs no request.
      await recordDays()
      while (await fillOne(db, provider, most));
    },
  }
}

/** Requests one missing day. Returns false when there is none to request. */
async function fillOne(db: Db, provider: RatesProvider, perDay: number): Promise<boolean> {
  const reserved = await inTransaction(db, 'rates.reserve_day', (tx) =>
    reserveWithinPlan(tx, provider, perDay),
  )
  if (reserved === null) return false
  const { rates, outcome } = await askFor(db, provider, reserved.day)
  await inTransaction(db, 'rates.record_past_day', async (tx) => {
    if (rates !== null) await addDay(tx, reserved.day, rates)
    await setOutcome(tx, reserved, outcome)
  })
  if (outcome === 'unreachable')
    throw new RatesFailure(outcome, `${provider.source} did not answer for ${reserved.day}`)
  // After a refusal, no day can be reserved until tomorrow.
  return true
}

/** Reserves a day, unless only the reserve is left of the plan's month. */
async function reserveWithinPlan(
  tx: Tx,
  { source, monthlyRequests: monthly }: RatesProvider,
  perDay: number,
): Promise<Reserved | null> {
  if (monthly !== undefined && (await requestsThisMonth(tx, source)) >= monthly - reserveOf(monthly))
    return null
  const reserved = await reserveDay(tx, { perDay, back: HISTORY_DAYS })
  if (reserved !== null) await reserveOther(tx, source, monthly)
  return reserved
}

type Answer =
  | { readonly rates: ProviderRates; readonly outcome: 'stored' }
  | { readonly rates: null; readonly outcome: Exclude<Outcome, 'stored'> }

async function askFor(db: Db, provider: RatesProvider, day: string): Promise<Answer> {
  try {
    const rates = await callProvider('rates.on_day', async () => provider.onDay?.(day))
    if (rates === undefined) return { rates: null, outcome: 'no_data' }
    const near = await nearestDay(db, day)
    const next = usdRates(rates.usd)
    if (FOREIGN.some((currency) => !isPlausible(near[currency] ?? next[currency], next[currency])))
      return { rates: null, outcome: 'implausible' }
    return { rates, outcome: 'stored' }
  } catch (error) {
    if (error instanceof RangeError) return { rates: null, outcome: 'malformed' }
    if (!(error instanceof RatesFailure)) throw error
    return { rates: null, outcome: error.reason === 'deviating' ? 'implausible' : error.reason }
  }
}
