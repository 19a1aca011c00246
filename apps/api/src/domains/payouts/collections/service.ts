import { inTransaction, type Db } from '../../../db/index.ts'
import { enqueue, type Cron, type Job } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { Collector, Collectors } from '../../transfers/index.ts'
import type { FloatSource } from '../float/index.ts'
import type { CallbackSetupSource } from '../rails/index.ts'
import { findOpen, keepTerms } from './store.ts'

/** A configured collector. */
export interface ConfiguredCollector extends Collector {
  /** Reads the balance of the account where its money arrives; absent if a rail's source does. */
  readonly float?: FloatSource
  /** Fetch the callback settings of its account by operation; only for a collector whose account holds our address. */
  readonly callbackSetups?: Readonly<Record<'DEPOSIT' | 'REFUND', CallbackSetupSource>>
}

export interface CollectionsModule {
  readonly collectors: Collectors
  /** Fetches every collector's terms and stores them. Returns the collectors that did not answer. */
  refresh(): Promise<{ readonly silent: readonly string[] }>
  /** The balance sources of the collectors, by account. */
  readonly floatSources: ReadonlyMap<string, FloatSource>
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Queues a refresh when a worker starts, retried within seconds while a collector does not answer. */
  refreshAtStart(): Promise<void>
}

const REFRESH = 'collectors_refresh'
const REFRESH_AT_START = 'collectors_refresh_at_start'

/** Creates this deployment's collectors, by name in the order in which they are tried, and keeps their terms. */
export function createCollectionsModule({
  db,
  collectors,
}: {
  db: Db
  collectors: ReadonlyMap<string, ConfiguredCollector>
}): CollectionsModule {
  const names = [...collectors.keys()]
  const refresh = async (): Promise<{ readonly silent: readonly string[] }> => {
    const silent: string[] = []
    for (const [name, collector] of collectors) {
      const terms = await callProvider('collectors.read_terms', () => collector.terms())
      if (terms === null) silent.push(name)
      else
        await inTransaction(db, 'collectors.keep_terms', (tx) =>
          keepTerms(tx, name, { terms, configured: names }),
        )
    }
    return { silent }
  }
  return {
    collectors: {
      of(name) {
        const collector = collectors.get(name)
        if (collector === undefined) throw new Error(`This deployment has no collector ${name}`)
        return collector
      },
      termsOf: (country, network) => findOpen(db, names, { country, network }),
    },
    refresh,
    floatSources: new Map(
      [...collectors].flatMap(([name, { float }]) => (float ? [[name, float] as const] : [])),
    ),
    jobs: [
      {
        task: REFRESH_AT_START,
        async run() {
          // A collector that has never answered takes no payments, so retry before the next scheduled refresh.
          const { silent } = await refresh()
          if (silent.length > 0) throw new Error(`Collectors without an answer: ${silent.join(', ')}`)
        },
      },
    ],
    crons: [
      {
        task: REFRESH,
        pattern: '*/2 * * * *',
        async run() {
          await refresh()
        },
      },
    ],
    refreshAtStart: () =>
      inTransaction(db, 'collectors.refresh_at_start', (tx) =>
        enqueue(tx, REFRESH_AT_START, {}, { key: REFRESH_AT_START }),
      ),
  }
}
