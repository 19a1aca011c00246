import { MANUAL_RAIL } from '../domains/payouts/index.ts'

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

/** Returns the account at a provider from which a rail pays: both of pawaPay's operations draw on the same wallets. */
export const floatAccountOf = (rail: string): string => (rail === 'pawapay-remittance' ? 'pawapay' : rail)

/** The name of our account with the card provider. */
export const CARD_ACCOUNT = 'stripe'
