import type { CountryCode } from '@sesa/contract'
import type { Db } from '../../db/index.ts'
import { withBounds, type PayoutBounds } from './bounds.ts'
import type { Corridor } from './corridor.ts'
import { findCorridor, listCorridors, type CorridorSettings } from './store.ts'

export { boundsOf } from './bounds.ts'
export type { Corridor, CorridorSettings, PayoutBounds }

export interface CorridorsModule {
  /** The corridor, open or not; undefined where there is none. */
  find(sender: CountryCode, recipient: CountryCode): Promise<Corridor | undefined>
  list(): Promise<Corridor[]>
}

/** Which country can send to which, on what terms. Rows that only the operator changes. */
export function createCorridorsModule(deps: {
  db: Db
  settings: CorridorSettings
  /** What the rails take at least and at most, by the recipient's country; default: nothing is known. */
  payoutBounds?: () => Promise<PayoutBounds>
}): CorridorsModule {
  const bounds = deps.payoutBounds ?? (() => Promise.resolve(new Map()))
  return {
    async find(sender, recipient) {
      const [corridor, known] = await Promise.all([
        findCorridor(deps.db, deps.settings, sender, recipient),
        bounds(),
      ])
      return corridor && withBounds(corridor, known)
    },
    async list() {
      const [corridors, known] = await Promise.all([listCorridors(deps.db, deps.settings), bounds()])
      return corridors.map((corridor) => withBounds(corridor, known))
    },
  }
}
