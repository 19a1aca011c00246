import type { Slots } from './slot-values.ts'

/** The slots of the pages about rates while nothing can be read. Their other slots lie in the region `rates`. */
export const UNKNOWN_RATES: Slots = {
  rates: undefined,
  'no-rates': 'unknown',
  'rates-fresh': undefined,
  'rates-stale': undefined,
}
