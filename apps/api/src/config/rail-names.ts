import { MANUAL_RAIL } from '../domains/payouts/index.ts'

/** Every possible rail; a deployment's settings select its own. */
export const RAIL_NAMES: readonly string[] = [
  'pawapay',
  'pawapay-remittance',
  'mtn-momo-gh',
  'mtn-momo-gh-disbursement',
  'mtn-momo-lr',
  'mtn-momo-lr-disbursement',
  MANUAL_RAIL,
]

/** Returns the provider account from which a rail pays: both of pawaPay's operations use the same wallets. */
export const floatAccountOf = (rail: string): string => (rail === 'pawapay-remittance' ? 'pawapay' : rail)

/** Name of our account with the card provider. */
export const CARD_ACCOUNT = 'stripe'
