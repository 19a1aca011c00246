import type Stripe from 'stripe'

/** What the customer's bank answers to a debit. `silent`: nothing, until the sandbox's control or a cancellation ends it. */
export type BankAnswer =
  | { readonly kind: 'pays' | 'silent' }
  /** Pays, and takes the money back afterwards. */
  | { readonly kind: 'returns'; readonly reason: ReturnReason }
  | { readonly kind: 'fails'; readonly code: FailureCode }

/** Why a bank takes a paid debit back, by Stripe's reasons for disputes of bank debits. */
export const RETURN_REASONS = [
  'debit_not_authorized',
  'customer_initiated',
  'insufficient_funds',
  'incorrect_account_details',
  'bank_cannot_process',
] as const
export type ReturnReason = (typeof RETURN_REASONS)[number]

/** Stripe's sentences for a failed debit, by its code. The last two codes are our reading of its test accounts. */
export const FAILURES = {
  account_closed: "The customer's bank account has been closed.",
  no_account: "The customer's bank account could not be located.",
  insufficient_funds: "The customer's account has insufficient funds to cover this payment.",
  debit_not_authorized: 'The customer has notified their bank that this payment was unauthorized.',
  invalid_currency: "The customer's bank account can't accept payments in this currency.",
  charge_exceeds_source_limit: 'This payment would exceed the weekly limit of the bank account.',
} as const
export type FailureCode = keyof typeof FAILURES
export const FAILURE_CODES = Object.keys(FAILURES) as FailureCode[]

export const TEST_ROUTING = '110000000'
const fails = (code: FailureCode): BankAnswer => ({ kind: 'fails', code })

interface TestAccount {
  readonly number: string
  /** The end of the published `pm_usBankAccount_…` name. */
  readonly token: string
  readonly answer: BankAnswer
}

/**
 * Stripe's test accounts for instant verification: https://docs.stripe.com/payments/ach-direct-debit. Those that fail to
 * send microdeposits are missing, as microdeposits are.
 */
const TEST_ACCOUNTS: readonly TestAccount[] = [
  { number: '000123456789', token: 'success', answer: { kind: 'pays' } },
  { number: '000111111113', token: 'accountClosed', answer: fails('account_closed') },
  { number: '000111111116', token: 'noAccount', answer: fails('no_account') },
  { number: '000222222227', token: 'insufficientFunds', answer: fails('insufficient_funds') },
  { number: '000333333335', token: 'debitNotAuthorized', answer: fails('debit_not_authorized') },
  { number: '000444444440', token: 'invalidCurrency', answer: fails('invalid_currency') },
  { number: '000777777771', token: 'weeklyLimitExceeded', answer: fails('charge_exceeds_source_limit') },
  {
    number: '000555555559',
    token: 'dispute',
    answer: { kind: 'returns', reason: 'debit_not_authorized' },
  },
  { number: '000000000009', token: 'processing', answer: { kind: 'silent' } },
]

const TOKEN = 'pm_usBankAccount_'

/** Returns the account behind a published `pm_usBankAccount_…` name. */
export const accountNamed = (id: string): string | undefined =>
  id.startsWith(TOKEN)
    ? TEST_ACCOUNTS.find(({ token }) => token === id.slice(TOKEN.length))?.number
    : undefined

/** Returns what the bank of a test account answers; undefined for any other number. */
export const answerOf = (number: string | undefined): BankAnswer | undefined =>
  TEST_ACCOUNTS.find((account) => account.number === number)?.answer

/** Verifies the check digit of an ABA routing number. */
export function isRouting(number: string): boolean {
  if (!/^\d{9}$/.test(number)) return false
  const weights = [3, 7, 1, 3, 7, 1, 3, 7, 1]
  const sum = weights.reduce((total, weight, place) => total + weight * (number.charCodeAt(place) - 48), 0)
  return sum % 10 === 0
}

/** Returns true for a charge that debits a bank account. */
export const isDebit = ({ payment_method_details: details }: Stripe.Charge): boolean =>
  details?.type === 'us_bank_account'
