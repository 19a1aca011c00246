import { inTransaction, type Db } from '../../db/index.ts'
import { enqueue, type Cron, type Job } from '../../jobs/index.ts'

/** A regular refresh of the terms that providers report. */
export interface TermsRefresh {
  /** Fetches every provider's terms and stores them. Returns the providers that did not answer. */
  refresh(): Promise<{ readonly silent: readonly string[] }>
  readonly jobs: readonly Job[]
  readonly crons: readonly Cron[]
  /** Queues a refresh when a worker starts, retried within seconds while a provider does not answer. */
  refreshAtStart(): Promise<void>
}

/** Refreshes the terms of these providers every two minutes. `kind` names its tasks. */
export function refreshTerms(
  db: Db,
  kind: 'rails' | 'collectors',
  /** Fetches one provider's terms and stores them; false when it does not answer. */
  providers: ReadonlyMap<string, () => Promise<boolean>>,
): TermsRefresh {
  const [task, atStart] = [`${kind}_refresh`, `${kind}_refresh_at_start`]
  const refresh: TermsRefresh['refresh'] = async () => {
    const silent: string[] = []
    for (const [name, keep] of providers) if (!(await keep())) silent.push(name)
    return { silent }
  }
  return {
    refresh,
    jobs: [
      {
        task: atStart,
        async run() {
          // A provider that has never answered counts as down, so retry before the next scheduled refresh.
          const { silent } = await refresh()
          if (silent.length > 0) throw new Error(`${kind} without an answer: ${silent.join(', ')}`)
        },
      },
    ],
    crons: [{ task, pattern: '*/2 * * * *', run: () => refresh().then(() => undefined) }],
    refreshAtStart: () =>
      inTransaction(db, 'terms.refresh_at_start', (tx) => enqueue(tx, atStart, {}, { key: atStart })),
  }
}
