/** Words for the codes that staff read, by what the code is of. A test of the API walks the codes that it stores. */
export const OFFICE_WORDS = {
  state: {
    awaiting_payment: 'Awaiting payment',
    paid: 'Paid',
    paying_out: 'Paying out',
    payout_unknown: 'Pay-out unknown',
    payout_failed: 'Pay-out failed',
    sent: 'Sent',
    refunding: 'Refunding',
    refund_failed: 'Refund failed',
    refunded: 'Refunded',
    cancelled: 'Cancelled',
  },
  event: {
    moved: 'Moved',
    held: 'Held',
    released: 'Released',
    cancel_requested: 'Cancellation requested',
    noted: 'Noted',
  },
  hold: {
    payment_mismatch: 'Charge doesn’t match the quote',
    card_limit: 'Card limit exceeded',
    fraud_suspected: 'Account on hold',
    screening: 'Screening',
    screening_unavailable: 'Screening list unavailable',
    payout_float_empty: 'Float empty',
    payout_not_taken: 'Carrier refused the request',
    payout_unresolved: 'Pay-out outcome unknown',
    payout_contradiction: 'Contradictory carrier answers',
    provider_silent: 'No provider answer for 24 hours',
    collection_unresolved: 'Payment outcome unknown',
    refunded_elsewhere: 'Refunded at the provider',
    refund_failed: 'Refund failed',
    refund_float_empty: 'Float too low for the refund',
    refund_returned: 'Refund returned',
    late_payout: 'Paid out after a refund',
    late_capture: 'Charged after the payment closed',
    disputed: 'Charge disputed',
    dispute_lost: 'Dispute lost',
    after_restore: 'Recovered after a restore',
    engine_error: 'Internal error',
    staff: 'Stopped by staff',
    /** What staff without `cases.read` read of a hold that compliance decides. */
    under_review: 'Under review',
  },
  /** The roles that decide about a hold. */
  owner: {
    operations: 'Compliance or finance',
    treasury: 'Finance',
    engineering: 'Engineering',
    compliance: 'Compliance',
  },
  cancel: {
    replaced: 'Replaced by another transfer',
    expired: 'Price expired',
    user: 'Customer request',
    staff: 'Staff request',
    identity: 'Customer’s name or date of birth changed',
    declined: 'Too many declined cards',
    account_held: 'Account put on hold',
    debit_failed: 'The bank did not pay',
  },
  attempt: { accepted: 'Accepted', rejected: 'Refused', unknown: 'Unknown' },
  /** A request to pay by mobile money, and a refund to the wallet that paid. */
  collection: {
    recorded: 'Not sent yet',
    sent: 'Sent, no answer yet',
    open: 'Waiting for the payer',
    completed: 'Paid',
    failed: 'Failed',
    refused: 'Refused',
    stopped: 'Code taken back',
    never_arrived: 'Never arrived',
    succeeded: 'Arrived',
  },
  entry: {
    capture: 'Charged',
    paid_out: 'Paid out',
    refund: 'Refund',
    refund_returned: 'Refund returned',
    repaid: 'Off-card repayment',
    late_payout: 'Paid out after a refund',
    late_payout_undone: 'Late pay-out reversed',
    dispute: 'Dispute',
    dispute_won: 'Dispute won',
    dispute_lost: 'Dispute lost',
    converted: 'Card provider conversion',
    provider_fee: 'Provider fee',
    bank_transfer: 'Bank transfer',
    top_up: 'Wallet top-up',
    bank_conversion: 'Bank conversion',
    adjustment: 'Adjustment',
  },
  account: {
    card_clearing: 'Card provider',
    customer: 'Owed to customers',
    fee: 'Our fees',
    margin: 'Our margin',
    fx: 'Open position',
    payout_float: 'Carrier float',
    collection_float: 'Carrier collections',
    disputes: 'Disputes',
    losses: 'Losses',
    bank: 'Our bank',
    provider_fees: 'Provider fees',
    capital: 'Owners’ equity',
  },
  notice: {
    receipt: 'Receipt',
    transaction_successful: 'Money arrived',
    transaction_fails: 'Couldn’t be delivered',
    transaction_refunded: 'Refunded',
    transaction_held: 'Under review',
    transaction_released: 'Review ended',
    payment_ended: 'Payment ended without approval',
    debit_started: 'Bank asked to pay',
    debit_failed: 'Bank did not pay',
    money_received: 'Received money',
    recipient_sms: 'SMS to the recipient',
    rates_change: 'Rates changed',
    security: 'Security alert',
    identity_check: 'Identity check',
    reminder_due: 'Reminder',
    rate_alert: 'Rate alert',
    enquiry_answered: 'Answer from support',
  },
  accountHold: {
    fraud_warning: 'Fraud warning from the card issuer',
    review: 'Card provider review',
    dispute: 'Disputed charge',
    staff: 'Staff',
    under_review: 'Under review',
  },
  consent: {
    terms: 'Terms',
    privacy: 'Privacy Policy',
    esign: 'Electronic receipts',
    marketing: 'Marketing',
    sms: 'Text messages',
    push: 'Push notifications',
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>

type OfficeWords = typeof OFFICE_WORDS

/** Turns a stored word into a readable one: `payout_pending` is "Payout pending". */
export function readable(word: string): string {
  const text = word
    .replaceAll(/[_.]/g, ' ')
    .replaceAll(
      /([a-z])(\d*)([A-Z])/g,
      (_, end: string, digits: string, begin: string) =>
        `${end}${digits === '' ? '' : ` ${digits}`} ${begin.toLowerCase()}`,
    )
    .replaceAll(/\bpayout/g, 'pay-out')
  return text.charAt(0).toUpperCase() + text.slice(1)
}

/** A stored code in words, by what it is of; a code of another release is made readable. */
export function wordOf(of: keyof OfficeWords, code: string): string {
  const words: Readonly<Record<string, string>> = OFFICE_WORDS[of]
  return Object.hasOwn(words, code) ? (words[code] ?? code) : readable(code)
}

const CODES: ReadonlyMap<string, string> = new Map(
  Object.values(OFFICE_WORDS)
    .flatMap((words) => Object.entries(words))
    .filter(([code]) => code.includes('_')),
)

/** A text that may be a code, such as a value of a request: `top_up` is "Wallet top-up". */
export const codeText = (text: string): string => CODES.get(text) ?? text

/** An account of the ledger: `card_clearing:LRD` is "Card provider, LRD". */
export function accountText(account: string): string {
  const [name = '', currency] = account.split(':')
  return currency === undefined ? wordOf('account', name) : `${wordOf('account', name)}, ${currency}`
}

const PROVIDERS: Readonly<Record<string, string>> = {
  stripe: 'Stripe',
  pawapay: 'pawaPay',
  monime: 'Monime',
  bank: 'Our bank',
  manual: 'Manual pay-outs',
  'smile-id': 'Smile ID',
  'stripe-identity': 'Stripe Identity',
}

/** Returns true for an account that only collects: its carrier keeps pay-outs elsewhere, so its money is moved before it pays any. */
export const isCollectionAccount = (account: string): boolean => account.endsWith('-collection')

/** The name of a provider, or of our account with it: `mtn-momo-lr` is MTN’s of Liberia, where each product has its own. */
export function providerName(provider: string): string {
  const product = /-(collection|disbursement)$/.exec(provider)?.[1]
  if (product !== undefined) return `${providerName(provider.replace(`-${product}`, ''))} ${product}s`
  if (provider.startsWith('mtn-momo')) return 'MTN MoMo'
  return PROVIDERS[provider] ?? readable(provider)
}
