import { inTransaction } from '../../../db/index.ts'
import { enqueue, type Cron } from '../../../jobs/index.ts'
import { createRateHistory, type RateHistory } from './history.ts'
import type { RatesProvider } from './ports.ts'
import { createRatesService, type RatesDeps, type RatesService, type RatesSettings } from './service.ts'

export { midRate, sourceOf, timeOf, usdRates, type RateSnapshot } from './snapshot.ts'
export { FOREIGN } from './ports.ts'
export { currencyRatesOf, NEWEST_RATES, SNAPSHOT_RATES, type StoredRates } from './store.ts'
export { HISTORY_DAYS } from './history.ts'
export type { RateHistory, RatesProvider, RatesService, RatesSettings }

/** Stale after 26 hours, since daily sources are sometimes late; sources may differ by 5 % on thin currencies. No history. */
export const RATES_SETTINGS: RatesSettings = {
  staleAfterHours: 26,
  mostDeviationBps: 500n,
  historyPerDay: 0,
}

const REFRESH = 'rates_refresh'
const HISTORY = 'rates_history'

export interface RatesModule extends RatesService {
  readonly history: RateHistory
  readonly crons: readonly Cron[]
  /**
   * Queues a refresh and a search for missing days, so that a starting worker has rates immediately and retries when the
   * source is down.
   */
  refreshAtStart(): Promise<void>
}

/**
 * Creates the mid-market rates: append-only snapshots, refreshed as often as the sources' plans allow, refused by currency
 * once they are stale; and one rate per finished day.
 */
export function createRatesModule(deps: RatesDeps): RatesModule {
  const service = createRatesService(deps)
  const history = createRateHistory(deps.db, deps.providers, deps.settings.historyPerDay)
  return {
    ...service,
    history,
    crons: [
      {
        task: REFRESH,
        pattern: '*/10 * * * *',
        async run() {
          // First, so that a failing source cannot prevent the recording of yesterday.
          await history.recordDays()
          await service.refresh()
        },
      },
      { task: HISTORY, pattern: '17 * * * *', run: () => history.fillGaps() },
    ],
    refreshAtStart: () =>
      inTransaction(deps.db, 'rates.refresh_at_start', async (tx) => {
        for (const task of [REFRESH, HISTORY]) await enqueue(tx, task, {}, { key: task })
      }),
  }
}
