import type { ATTEMPT_STATUSES } from '../calls/pay.ts'
import * as i18n from '../i18n.ts'

/** Why a request to pay ended without money. Each has one sentence with its remedy. */
type Reason =
  | 'too_late'
  | 'declined'
  | 'cancelled'
  | 'too_little'
  | 'probably_too_little'
  | 'other_request'
  | 'no_wallet'
  | 'inactive'
  | 'limit'
  | 'amount'
  | 'closed'
  | 'never_arrived'
  | 'ours'
  | 'unspecified'

/** The failure codes that the networks and aggregators publish for payments (docs/providers.md), and our own. */
const REASONS: Readonly<Record<Reason, readonly string[]>> = {
  // MTN answers COULD_NOT_PERFORM_TRANSACTION to a payer who gave no PIN in time; `expired` is a code that nobody dialled.
  too_late: ['PAYMENT_NOT_APPROVED', 'EXPIRED', 'expired', 'COULD_NOT_PERFORM_TRANSACTION'],
  declined: ['APPROVAL_REJECTED', 'authorization_failed'],
  cancelled: ['TRANSACTION_CANCELED', 'MANUALLY_CANCELLED', 'cancelled'],
  too_little: ['INSUFFICIENT_BALANCE', 'NOT_ENOUGH_FUNDS', 'fund_insufficient'],
  // MTN: "predominantly" too little money.
  probably_too_little: ['INTERNAL_PROCESSING_ERROR'],
  other_request: ['PAYMENT_IN_PROGRESS', 'TRANSACTION_ALREADY_IN_PROCESS'],
  no_wallet: ['PAYER_NOT_FOUND', 'INVALID_PHONE_NUMBER', 'provider_account_missing'],
  inactive: ['SENDER_ACCOUNT_NOT_ACTIVE', 'provider_account_blocked'],
  limit: ['PAYER_LIMIT_REACHED', 'WALLET_LIMIT_REACHED', 'provider_account_quota_exhausted'],
  amount: ['AMOUNT_OUT_OF_BOUNDS', 'INVALID_AMOUNT'],
  closed: ['PROVIDER_TEMPORARILY_UNAVAILABLE', 'SERVICE_UNAVAILABLE'],
  never_arrived: ['never_arrived', 'NOT_FOUND', 'RESOURCE_NOT_FOUND', 'TRANSACTION_NOT_FOUND'],
  // Our account, our request or our settings.
  ours: [
    'INVALID_INPUT',
    'MISSING_PARAMETER',
    'UNSUPPORTED_PARAMETER',
    'INVALID_PARAMETER',
    'DUPLICATE_METADATA_FIELD',
    'NO_AUTHENTICATION',
    'AUTHENTICATION_ERROR',
    'AUTHORISATION_ERROR',
    'HTTP_SIGNATURE_ERROR',
    'DEPOSITS_NOT_ALLOWED',
    'INVALID_CURRENCY',
    'INVALID_PROVIDER',
    'PAYEE_NOT_FOUND',
    'PAYEE_NOT_ALLOWED_TO_RECEIVE',
    'NOT_ALLOWED',
    'NOT_ALLOWED_TARGET_ENVIRONMENT',
    'INVALID_CALLBACK_URL_HOST',
    'RESOURCE_ALREADY_EXIST',
    'BAD_REQUEST',
    'provider_unknown',
  ],
  unspecified: ['UNSPECIFIED_FAILURE', 'UNKNOWN_ERROR', 'unknown'],
}

/** Every failure code with a sentence. */
export const PAY_FAILURES: ReadonlyMap<string, Reason> = new Map(
  (Object.keys(REASONS) as Reason[]).flatMap((reason) => REASONS[reason].map((code) => [code, reason])),
)

/** Returns why a request ended without money, and what the payer can do. Blames nobody. */
function reasonText(reason: Reason, network: string): string {
  switch (reason) {
    case 'too_late':
      return i18n.t('The request ended before it was approved. You can try again.')
    case 'declined':
      return i18n.t('The request was declined on your phone.')
    case 'cancelled':
      return i18n.t('The request was cancelled.')
    case 'too_little':
      return i18n.t('There wasn’t enough money in the wallet. Add money to it, then try again.')
    case 'probably_too_little':
      return i18n.t(
        'Your network could not take the payment. Usually there is too little money in the wallet.',
      )
    case 'other_request':
      return i18n.t('Another request was open on this phone. Answer it or wait 10 minutes, then try again.')
    case 'no_wallet':
      return i18n.t('{network} has no wallet for this number. Check the network and the number.', { network })
    case 'inactive':
      return i18n.t('This wallet isn’t active. Call {network}, or pay another way.', { network })
    case 'limit':
      return i18n.t(
        'The wallet has reached its limit with {network}. Try again tomorrow, or pay another way.',
        {
          network,
        },
      )
    case 'amount':
      return i18n.t('{network} doesn’t take this amount. Change the amount, or pay another way.', { network })
    case 'closed':
      return i18n.t('{network} isn’t taking payments right now. Try again later, or pay another way.', {
        network,
      })
    // It may still arrive: then the money is given back.
    case 'never_arrived':
      return i18n.t('The request didn’t reach {network}. If it still shows, decline it, then try again.', {
        network,
      })
    case 'ours':
      return i18n.t('We couldn’t ask {network} for this payment. Try again later, or pay another way.', {
        network,
      })
    case 'unspecified':
      return i18n.t('{network} couldn’t take the payment. Try again, or pay another way.', { network })
  }
}

interface Attempt {
  readonly status: (typeof ATTEMPT_STATUSES)[number]
  /** Code of its failure, with or without words after it; null if the network gave none. */
  readonly failure: string | null
  readonly networkLabel: string
}

/** Returns what a request to pay by mobile money means to its payer, in one or two sentences. */
export function attemptText({ status, failure, networkLabel: network }: Attempt): string {
  switch (status) {
    // Some networks ask only once their payer opens a menu.
    case 'prompted':
      return i18n.t('{network} is waiting for your PIN. Approve the payment on your phone.', { network })
    case 'code':
      return i18n.t('Dial the code on your phone and enter your PIN there.')
    // It is unknown whether the network has the request.
    case 'checking':
      return i18n.t('We’re checking with {network}. If it asks for your PIN, you can approve it.', {
        network,
      })
    // The network reported that it took the money.
    case 'paid':
      return i18n.t('Paid with {network}.', { network })
    case 'stopped':
      return i18n.t('This code was taken back. Nothing was charged.')
    // A second payment, or one that came too late.
    case 'returned':
      return i18n.t('This payment came too late or twice, so we return it to your {network} wallet.', {
        network,
      })
    case 'failed': {
      const [code = ''] = /^[A-Za-z_]+/.exec(failure ?? '') ?? []
      return reasonText(PAY_FAILURES.get(code) ?? 'unspecified', network)
    }
  }
}
