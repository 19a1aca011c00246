import type { CancelReason } from '../../../db/schema/money.ts'

const NOBODY = 'There’s no mobile money wallet for this number.'
const FULL = 'The recipient’s wallet is full.'
const LIMIT = 'The recipient’s wallet has reached its limit.'
const BARRED = 'The recipient’s wallet can’t receive money right now.'
const DECLINED = 'The network didn’t approve the transfer.'
const OURS = 'We couldn’t complete this transfer.'
const BANK_DIDNT_PAY = 'Your bank didn’t pay.'
const UNDELIVERED = 'The network couldn’t deliver the money.'

/**
 * The customer's text for each failure code: every code in the rails' documentation (docs/providers.md) and our own. Failures
 * on our side say so; an undocumented code reads as `UNDELIVERED`.
 */
export const FAILURE_TEXTS: ReadonlyMap<string, string> = new Map([
  // Our own codes
  ['late', 'We received your payment after the price expired.'],
  ['replaced', 'We received your payment after you started another transfer.'],
  ['identity', 'We received your payment after you changed your name or date of birth.'],
  ['account_held', 'We received your payment after your account was put on hold.'],
  ['declined', 'We received your payment after too many declined cards.'],
  ['debit_failed', BANK_DIDNT_PAY],

  ['cancelled', 'You cancelled this transfer.'],
  ['stopped', OURS],
  ['MANUAL_PAYOUT_FAILED', UNDELIVERED],
  // Bank, about a debit (docs/providers.md)
  ['insufficient_funds', 'Your bank didn’t pay: there wasn’t enough money in the account.'],
  ['account_closed', 'Your bank didn’t pay: the account is closed.'],
  ['no_account', 'Your bank didn’t pay: it doesn’t have this account.'],
  ['debit_not_authorized', 'Your bank didn’t pay: the debit wasn’t authorized.'],
  ['bank_account_restricted', 'Your bank didn’t pay: the account doesn’t allow debits.'],
  ['charge_exceeds_source_limit', 'Your bank didn’t pay: the amount is above the account’s limit.'],
  ['bank_account_unusable', BANK_DIDNT_PAY],
  ['payment_method_bank_account_blocked', 'Your bank didn’t pay: the account doesn’t allow debits.'],
  // Aggregator, about the pay-out (docs/providers.md)
  ['RECIPIENT_NOT_FOUND', NOBODY],
  ['RECIPIENT_LIMIT_REACHED', LIMIT],
  ['WALLET_LIMIT_REACHED', FULL],
  ['MANUALLY_CANCELLED', DECLINED],
  ['UNSPECIFIED_FAILURE', UNDELIVERED],
  ['UNKNOWN_ERROR', UNDELIVERED],
  ['PAWAPAY_WALLET_OUT_OF_FUNDS', OURS],
  // Aggregator, about the request
  ['INVALID_PHONE_NUMBER', 'The network doesn’t accept this number.'],
  ['AMOUNT_OUT_OF_BOUNDS', 'The network doesn’t accept this amount.'],
  ['INVALID_AMOUNT', 'The network doesn’t accept this amount.'],
  ['INVALID_PROVIDER', OURS],
  ['INVALID_INPUT', OURS],
  ['MISSING_PARAMETER', OURS],
  ['UNSUPPORTED_PARAMETER', OURS],
  ['INVALID_PARAMETER', OURS],
  ['DUPLICATE_METADATA_FIELD', OURS],
  // Aggregator and direct carrier
  ['INVALID_CURRENCY', OURS],
  // Direct carrier (docs/providers.md)
  ['PAYEE_NOT_FOUND', NOBODY],
  ['PAYEE_NOT_ALLOWED_TO_RECEIVE', BARRED],
  ['PAYMENT_NOT_APPROVED', DECLINED],
  ['APPROVAL_REJECTED', DECLINED],
  ['TRANSACTION_CANCELED', DECLINED],
  ['EXPIRED', UNDELIVERED],
  ['INTERNAL_PROCESSING_ERROR', UNDELIVERED],
  ['SERVICE_UNAVAILABLE', UNDELIVERED],
  ['COULD_NOT_PERFORM_TRANSACTION', UNDELIVERED],
  ['RESOURCE_NOT_FOUND', UNDELIVERED],
  ['RESOURCE_ALREADY_EXIST', UNDELIVERED],
  ['TRANSACTION_NOT_FOUND', UNDELIVERED],
  ['PAYER_NOT_FOUND', OURS],
  ['PAYER_LIMIT_REACHED', OURS],
  ['NOT_ENOUGH_FUNDS', OURS],
  ['SENDER_ACCOUNT_NOT_ACTIVE', OURS],
  ['NOT_ALLOWED', OURS],
  ['NOT_ALLOWED_TARGET_ENVIRONMENT', OURS],
  ['INVALID_CALLBACK_URL_HOST', OURS],
  ['BAD_REQUEST', OURS],
])

/** The failure code of a transfer refunded because it was cancelled; other reasons are their own code. */
const CANCEL_FAILURES: Partial<Record<CancelReason, string>> = {
  user: 'cancelled',
  staff: 'stopped',
  expired: 'late',
}

/** Returns the failure code of a cancelled transfer. */
export function failureOfCancel(reason: CancelReason): string {
  return CANCEL_FAILURES[reason] ?? reason
}

/** Returns the customer's text for the code of a debit that the bank did not pay. */
export const debitFailureText = (code: string | null): string =>
  FAILURE_TEXTS.get(code ?? '') ?? BANK_DIDNT_PAY

/** Returns the customer's text for a stored failure code. */
export function failureText(code: string | null): string {
  return FAILURE_TEXTS.get(code ?? '') ?? UNDELIVERED
}
