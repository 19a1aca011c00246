import { expect, test } from 'vitest'
import { ATTEMPT_STATUSES } from '../calls/pay.ts'
import { attemptText, PAY_FAILURES } from './pay-words.ts'

/** What the providers publish for a payment, by the page that publishes it (docs/providers.md). */
const PUBLISHED = {
  'pawaPay, request':
    'INVALID_INPUT MISSING_PARAMETER UNSUPPORTED_PARAMETER INVALID_PARAMETER DUPLICATE_METADATA_FIELD NO_AUTHENTICATION AUTHENTICATION_ERROR AUTHORISATION_ERROR HTTP_SIGNATURE_ERROR DEPOSITS_NOT_ALLOWED',
  'pawaPay, rejected':
    'AMOUNT_OUT_OF_BOUNDS INVALID_AMOUNT INVALID_PHONE_NUMBER INVALID_CURRENCY INVALID_PROVIDER PROVIDER_TEMPORARILY_UNAVAILABLE',
  'pawaPay, deposit':
    'PAYMENT_NOT_APPROVED INSUFFICIENT_BALANCE PAYMENT_IN_PROGRESS PAYER_NOT_FOUND PAYER_LIMIT_REACHED WALLET_LIMIT_REACHED UNSPECIFIED_FAILURE UNKNOWN_ERROR TRANSACTION_ALREADY_IN_PROCESS',
  'MTN MoMo, requesttopay':
    'PAYEE_NOT_FOUND PAYER_NOT_FOUND NOT_ALLOWED NOT_ALLOWED_TARGET_ENVIRONMENT INVALID_CALLBACK_URL_HOST INVALID_CURRENCY SERVICE_UNAVAILABLE INTERNAL_PROCESSING_ERROR NOT_ENOUGH_FUNDS PAYER_LIMIT_REACHED PAYEE_NOT_ALLOWED_TO_RECEIVE PAYMENT_NOT_APPROVED RESOURCE_NOT_FOUND APPROVAL_REJECTED EXPIRED TRANSACTION_CANCELED RESOURCE_ALREADY_EXIST TRANSACTION_NOT_FOUND SENDER_ACCOUNT_NOT_ACTIVE COULD_NOT_PERFORM_TRANSACTION',
  Monime:
    'expired cancelled unknown fund_insufficient authorization_failed provider_unknown provider_account_blocked provider_account_missing provider_account_quota_exhausted',
  ours: 'never_arrived',
} as const

const published = Object.values(PUBLISHED).flatMap((codes) => codes.split(' '))

const failed = (failure: string | null) =>
  attemptText({ status: 'failed', failure, networkLabel: 'Lonestar MTN MoMo' })

test.each(published)('%s has a sentence of ours that blames nobody', (code) => {
  const text = failed(code)
  expect(PAY_FAILURES.has(code)).toBe(true)
  expect(text).toMatch(/^[A-Z].+\.$/)
  expect(text).not.toMatch(
    /\b(you (did|have|must|failed)|your (fault|mistake)|wrong|card|error|invalid)\b|[_{}]/i,
  )
  expect(text.split(' ').length).toBeLessThanOrEqual(22)
})

test('MTN’s internal error names its usual cause', () => {
  expect(failed('INTERNAL_PROCESSING_ERROR')).toBe(
    'Your network could not take the payment. Usually there is too little money in the wallet.',
  )
})

test('a request without approval and one without money are told apart', () => {
  expect(failed('PAYMENT_NOT_APPROVED')).toContain('before it was approved')
  expect(failed('INSUFFICIENT_BALANCE')).toContain('enough money')
  expect(failed('PAYMENT_IN_PROGRESS')).toContain('Another request was open')
  expect(failed('PAYER_NOT_FOUND')).toContain('no wallet for this number')
})

test('reads the code before the provider’s own words', () => {
  expect(failed('NOT_ENOUGH_FUNDS: payer balance')).toBe(failed('NOT_ENOUGH_FUNDS'))
})

test('an unpublished code or none claims no cause', () => {
  expect(failed('SOMETHING_NEW')).toBe(
    'Lonestar MTN MoMo couldn’t take the payment. Try again, or pay another way.',
  )
  expect(failed(null)).toBe(failed('SOMETHING_NEW'))
})

test('every status of an attempt has words of its own', () => {
  const texts = ATTEMPT_STATUSES.map((status) =>
    attemptText({ status, failure: null, networkLabel: 'Orange Money' }),
  )
  expect(new Set(texts).size).toBe(ATTEMPT_STATUSES.length)
  for (const text of texts) expect(text).toMatch(/^[A-Z][^{}]+\.$/)
})

test('a request is not said to show by itself: some networks ask only in their menu', () => {
  expect(attemptText({ status: 'prompted', failure: null, networkLabel: 'Orange Money' })).toBe(
    'Orange Money is waiting for your PIN. Approve the payment on your phone.',
  )
})
