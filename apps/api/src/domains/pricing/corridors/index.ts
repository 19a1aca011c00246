import type { CountryCode } from '@sesa/contract'
import type { Db } from '../../../db/index.ts'
import { withBounds, type PayoutBounds } from './bounds.ts'
import { CHARGE_CURRENCIES, usesCurrency, type Corridor } from './corridor.ts'
import { findCorridor, listCorridors, type CorridorSettings } from './store.ts'

export { boundsOf } from './bounds.ts'
export { CHARGE_CURRENCIES, usesCurrency }
export type { Corridor, CorridorSettings, PayoutBounds }

export interface CorridorsModule {
  /** Returns the corridor, open or not; undefined when there is none. */
  find(sender: CountryCode, recipient: CountryCode): Promise<Corridor | undefined>
  list(): Promise<Corridor[]>
}

/** Creates the corridors between countries with their terms. Only staff change these rows. */
export function createCorridorsModule(deps: {
  db: Db
  settings: CorridorSettings
  /** The rails' smallest and largest payout by recipient country; unknown by default. */
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
