import type { CountryCode } from '@sesa/contract'
import type { Current } from '../../../db/configuration.ts'
import { withBounds, type PayoutBounds } from './bounds.ts'
import { CHARGE_CURRENCIES, chargedIn, usesCurrency, type Corridor } from './corridor.ts'
import { CORRIDORS, listCorridors, type CorridorSettings } from './store.ts'

export { boundsOf, type Bounds } from './bounds.ts'
export { CHARGE_CURRENCIES, chargedIn, CORRIDORS, usesCurrency }
export type { Corridor, CorridorSettings, PayoutBounds }

export interface CorridorsModule {
  /** Returns the corridor, open or not; undefined when there is none. */
  find(current: Current, sender: CountryCode, recipient: CountryCode): Corridor | undefined
  /** Lists all corridors, open or not, by sender and recipient. */
  list(current: Current): Corridor[]
}

/** Creates the corridors between countries with their terms. Only staff change these rows. */
export function createCorridorsModule({
  settings,
  payoutBounds = () => new Map(),
}: {
  settings: CorridorSettings
  /** The rails' smallest and largest payout by recipient country; unknown by default. */
  payoutBounds?: (current: Current) => PayoutBounds
}): CorridorsModule {
  const list = (current: Current): Corridor[] => {
    const bounds = payoutBounds(current)
    return listCorridors(current, settings).map((corridor) => withBounds(corridor, bounds))
  }
  return {
    list,
    find: (current, sender, recipient) =>
      list(current).find((one) => one.sender === sender && one.recipient === recipient),
  }
}
