import { inTransaction, type Db } from '../../db/index.ts'
import { enqueue, type Cron } from '../../jobs/index.ts'
import type { RatesProvider } from './ports.ts'
import { createRatesService, type RatesService, type RatesSettings } from './service.ts'

export { midRate, type RateSnapshot } from './snapshot.ts'
export type { RatesProvider, RatesService, RatesSettings }

/** Stale after 26 hours, since daily sources are sometimes late; sources may differ by 5 % on thin currencies. */
export const RATES_SETTINGS: RatesSettings = { staleAfterHours: 26, mostDeviationBps: 500n }

const REFRESH = 'rates_refresh'

export interface RatesModule extends RatesService {
  readonly crons: readonly Cron[]
  /** Queues a refresh, so that a starting worker has rates at once and retries when the source is down. */
  refreshAtStart(): Promise<void>
}

/** Mid-market rates: append-only snapshots, refreshed every ten minutes, refused once they are stale. */
export function createRatesModule(deps: {
  db: Db
  /** In order of trust. */
  providers: readonly RatesProvider[]
  settings: RatesSettings
}): RatesModule {
  const service = createRatesService(deps.db, deps.providers, deps.settings)
  return {
    ...service,
    crons: [{ task: REFRESH, pattern: '*/10 * * * *', run: () => service.refresh() }],
    refreshAtStart: () =>
      inTransaction(deps.db, 'rates.refresh_at_start', (tx) => enqueue(tx, REFRESH, {}, { key: REFRESH })),
  }
}
