import type Stripe from 'stripe'
import { BALANCE_CURRENCY } from './exchange.ts'

// An example, not a contract: Stripe's published prices for accounts in the US, https://stripe.com/pricing, in basis
// points and cents. An account may have others.
const CARD_BPS = 290n
const CARD_FIXED = 30
/** Additional fee for a card issued in another country. */
const FOREIGN_CARD_BPS = 150n
/** Additional fee for a charge that is converted to the balance's currency. */
const CONVERSION_BPS = 100n
/** Debits of a bank account: unverified, as is what a failed one costs. */
const DEBIT_BPS = 80n
const DEBIT_MOST = 500
export const FAILED_DEBIT_CENTS = 400
/** Not returned when the dispute is won. */
const DISPUTE_FIXED = 1_500

type Fee = Stripe.BalanceTransaction.FeeDetail

const fee = (description: string, amount: number): Fee => ({
  amount,
  application: null,
  currency: BALANCE_CURRENCY,
  description,
  type: 'stripe_fee',
})

/** Returns a share of `cents` in basis points, rounded half up. */
const share = (cents: number, bps: bigint): number => Number((BigInt(cents) * bps + 5_000n) / 10_000n)

/** Returns the fees of a charge of `cents`. */
export function chargeFees(
  cents: number,
  { isForeign, isConverted }: { readonly isForeign: boolean; readonly isConverted: boolean },
): Fee[] {
  const processing = share(cents, isForeign ? CARD_BPS + FOREIGN_CARD_BPS : CARD_BPS) + CARD_FIXED
  return [
    fee('Stripe processing fees', processing),
    ...(isConverted ? [fee('Stripe currency conversion fee', share(cents, CONVERSION_BPS))] : []),
  ]
}

/** Returns the fees of a paid bank debit of `cents`. */
export const debitFees = (cents: number): Fee[] => [
  fee('Stripe processing fees', Math.min(share(cents, DEBIT_BPS), DEBIT_MOST)),
]

export const disputeFees = (): Fee[] => [fee('Dispute fee', DISPUTE_FIXED)]
