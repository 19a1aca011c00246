import type { Slots } from './slot-values.ts'

/** Slots of the rate pages while no rate can be read. Their other slots are in the region `rates`. */
export const UNKNOWN_RATES: Slots = {
  rates: undefined,
  'no-rates': 'unknown',
  'rates-fresh': undefined,
  'rates-stale': undefined,
}
