import type { Slots } from '../../http/server/slot-values.ts'
import { Refused } from '../../lib/refused.ts'
import type { CorridorsModule } from '../corridors/index.ts'
import type { RatesModule, RateSnapshot } from '../rates/index.ts'
import { presentRates, UNKNOWN } from './present.ts'

export interface RatePagesDeps {
  readonly rates: Pick<RatesModule, 'fresh' | 'newest' | 'history'>
  readonly corridors: Pick<CorridorsModule, 'list'>
  /** A clock in milliseconds. */
  readonly now: () => number
}

/** What the public pages about rates show. */
export interface RatePages {
  /** The slots of all pages, read at most once a minute. */
  readonly read: () => Promise<Slots>
  /** Their slots while nothing can be read. */
  readonly unknown: Slots
}

/** Twenty documents show the same values. */
const KEPT_MS = 30_000

/** The public pages about rates: our rate of every direction, and the history of the mid-market rate. */
export function createRatePages({ rates, corridors, now }: RatePagesDeps): RatePages {
  let kept: { readonly until: number; readonly slots: Promise<Slots> } | null = null
  return {
    unknown: UNKNOWN,
    read() {
      if (kept !== null && now() < kept.until) return kept.slots
      const slots = readSlots({ rates, corridors })
      const asked = { until: now() + KEPT_MS, slots }
      kept = asked
      // A failure is not kept: the next reader asks again.
      slots.catch(() => {
        if (kept === asked) kept = null
      })
      return slots
    },
  }
}

async function readSlots({ rates, corridors }: Omit<RatePagesDeps, 'now'>): Promise<Slots> {
  const [current, list, history] = await Promise.all([
    readCurrent(rates),
    corridors.list(),
    rates.history.list(),
  ])
  return presentRates({ ...current, corridors: list, history })
}

/** Returns the newest rates, and whether they are too old for a price. */
async function readCurrent(
  rates: RatePagesDeps['rates'],
): Promise<{ snapshot: RateSnapshot; stale: boolean }> {
  try {
    return { snapshot: await rates.fresh(), stale: false }
  } catch (error) {
    if (!(error instanceof Refused) || error.code !== 'rate_unavailable') throw error
    return { snapshot: await rates.newest(), stale: true }
  }
}
