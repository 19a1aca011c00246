import type { Slots } from '../../../http/server/slot-values.ts'
import type { Configuration } from '../../../db/configuration.ts'
import { keeping } from '../../../lib/kept.ts'
import type { CorridorsModule, RatesModule } from '../../pricing/index.ts'
import { presentRates } from './present.ts'

export interface RatePagesDeps {
  readonly configuration: Configuration
  readonly rates: Pick<RatesModule, 'judged' | 'history'>
  readonly corridors: Pick<CorridorsModule, 'list'>
  /** A clock in milliseconds. */
  readonly now: () => number
}

/** Twenty documents show the same values. */
const KEPT_MS = 30_000

/**
 * Returns a reader of the data of the public rate pages, kept for half a minute: our rate of every direction, and the history of
 * the mid-market rate.
 */
export const createRatePages = ({ now, ...deps }: RatePagesDeps): (() => Promise<Slots>) =>
  keeping(KEPT_MS, now, () => readSlots(deps))

async function readSlots(deps: Omit<RatePagesDeps, 'now'>): Promise<Slots> {
  const { configuration, rates, corridors } = deps
  const [current, history] = await Promise.all([configuration.current(), rates.history.list()])
  return presentRates({
    ...rates.judged(current),
    corridors: corridors.list(current),
    history,
  })
}
