import type { CountryCode } from '@sesa/contract'
import type { Db } from '../../db/index.ts'
import type { Corridor } from './corridor.ts'
import { findCorridor, listCorridors, type CorridorSettings } from './store.ts'

export { boundsOf } from './bounds.ts'
export type { Corridor, CorridorSettings }

export interface CorridorsModule {
  /** The corridor, open or not; undefined where there is none. */
  find(sender: CountryCode, recipient: CountryCode): Promise<Corridor | undefined>
  list(): Promise<Corridor[]>
}

/** Which country can send to which, on what terms. Rows that only the operator changes. */
export function createCorridorsModule(deps: { db: Db; settings: CorridorSettings }): CorridorsModule {
  return {
    find: (sender, recipient) => findCorridor(deps.db, deps.settings, sender, recipient),
    list: () => listCorridors(deps.db, deps.settings),
  }
}
