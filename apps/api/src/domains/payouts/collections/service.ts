import { inTransaction, type Db } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import type { Collector, Collectors } from '../../transfers/index.ts'
import type { FloatSource } from '../float/index.ts'
import type { CallbackSetupSource } from '../rails/index.ts'
import { refreshTerms, type TermsRefresh } from '../refresh.ts'
import { findOpen, keepTerms } from './store.ts'

/** A configured collector. */
export interface ConfiguredCollector extends Collector {
  /** Read the balances of where its money arrives and of where it is given back from, by account; absent if a rail's source does. */
  readonly floats?: ReadonlyMap<string, FloatSource>
  /** Fetch the callback settings of its account by operation; only for a collector whose account holds our address. */
  readonly callbackSetups?: Readonly<Record<'DEPOSIT' | 'REFUND', CallbackSetupSource>>
}

export interface CollectionsModule extends TermsRefresh {
  readonly collectors: Collectors
  /** The balance sources of the collectors, by account. */
  readonly floatSources: ReadonlyMap<string, FloatSource>
}

/** Creates this deployment's collectors, by name in the order in which they are tried, and keeps their terms. */
export function createCollectionsModule({
  db,
  collectors,
}: {
  db: Db
  collectors: ReadonlyMap<string, ConfiguredCollector>
}): CollectionsModule {
  const names = [...collectors.keys()]
  const keep = async (name: string, collector: Collector): Promise<boolean> => {
    const terms = await callProvider('collectors.read_terms', () => collector.terms())
    if (terms === null) return false
    await inTransaction(db, 'collectors.keep_terms', (tx) =>
      keepTerms(tx, name, { terms, configured: names }),
    )
    return true
  }
  return {
    collectors: {
      of(name) {
        const collector = collectors.get(name)
        if (collector === undefined) throw new Error(`This deployment has no collector ${name}`)
        return collector
      },
      all: () => [...collectors.values()],
      termsOf: (country, network) => findOpen(db, names, { country, network }),
    },
    ...refreshTerms(
      db,
      'collectors',
      new Map([...collectors].map(([name, collector]) => [name, () => keep(name, collector)])),
    ),
    floatSources: new Map([...collectors.values()].flatMap(({ floats }) => [...(floats ?? [])])),
  }
}
