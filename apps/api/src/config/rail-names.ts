import { MANUAL_RAIL } from '../modules/rails/index.ts'

/** Every rail there can be; a deployment's settings decide which of them it has. */
export const RAIL_NAMES: readonly string[] = [
  'pawapay',
  'pawapay-remittance',
  'mtn-momo-gh',
  'mtn-momo-gh-disbursement',
  'mtn-momo-lr',
  'mtn-momo-lr-disbursement',
  MANUAL_RAIL,
]
