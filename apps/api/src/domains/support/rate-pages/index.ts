import type { Slots } from '../../../http/server/slot-values.ts'
import type { Configuration } from '../../../db/configuration.ts'
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
 * Returns a reader of the data of the public rate pages: our rate of every direction, and the history of the mid-market rate.
 * It caches the answer for half a minute, and reads once for all waiting callers.
 */
export function createRatePages({ now, ...deps }: RatePagesDeps): () => Promise<Slots> {
  let kept: { readonly until: number; readonly slots: Promise<Slots> } | null = null
  return () => {
    if (kept !== null && now() < kept.until) return kept.slots
    const slots = readSlots(deps)
    const asked = { until: now() + KEPT_MS, slots }
    kept = asked
    // A failure is not cached: the next reader tries again.
    slots.catch(() => {
      if (kept === asked) kept = null
    })
    return slots
  }
}

async function readSlots({ configuration, rates, corridors }: Omit<RatePagesDeps, 'now'>): Promise<Slots> {
  const [current, history] = await Promise.all([configuration.current(), rates.history.list()])
  return presentRates({ ...rates.judged(current), corridors: corridors.list(current), history })
}
