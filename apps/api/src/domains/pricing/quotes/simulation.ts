import { money, type Money } from '@sesa/money'
import type { Configuration } from '../../../db/configuration.ts'
import { CHARGE_CURRENCIES, createCorridorsModule } from '../corridors/index.ts'
import type { PriceList } from '../prices/index.ts'
import { NEWEST_RATES } from '../rates/index.ts'
import { simulate, type SimulatedTransfer } from './result.ts'

/** Amounts simulated by default: USD 5, 100 and 2,000. */
const USUAL_AMOUNTS: readonly Money<'USD'>[] = [500, 10_000, 200_000].map((cents) => money(cents, 'USD'))

/** Simulates transfers in open and closed corridors under each list, all at the same newest rates. */
export async function simulateNow(
  configuration: Configuration,
  lists: readonly PriceList[],
  amounts: readonly Money<'USD'>[] = USUAL_AMOUNTS,
): Promise<{ ratesAsOf: Date; results: SimulatedTransfer[][] }> {
  const { snapshot, corridors } = await ratesAndCorridors(configuration)
  return {
    ratesAsOf: snapshot.asOf,
    results: lists.map((list) => simulate(list, corridors, { snapshot, amounts })),
  }
}

/** Returns the newest rates, and all corridors, open or closed. */
export async function ratesAndCorridors(configuration: Configuration) {
  const settings = { allOpen: false, chargeCurrencies: CHARGE_CURRENCIES }
  const current = await configuration.current()
  return {
    snapshot: current.snapshot.of(NEWEST_RATES),
    corridors: createCorridorsModule({ settings }).list(current),
  }
}
