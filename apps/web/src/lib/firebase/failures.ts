import { ERRORS } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'
import { NETWORK_FAILURE, type Failure } from '@sesa/ui/api/http.ts'
import { phoneMessage } from '../forms/phone-schema.ts'

const NUMBER: Failure = {
  code: 'phone_invalid',
  message: phoneMessage('phone_invalid'),
  field: 'phoneNumber',
}
const WRONG_CODE: Failure = { code: 'code_wrong', message: ERRORS.code_wrong.message, field: 'code' }
const OLD_CODE: Failure = { code: 'code_expired', message: ERRORS.code_expired.message, field: 'code' }
const ROBOT: Failure = {
  code: 'proof_required',
  message: i18n.t('We couldn’t finish the security check. Try again, or use another browser.'),
}
const BLOCKED: Failure = {
  code: 'sign_in_cancelled',
  message: i18n.t(
    'Your browser blocked the Google window. Allow pop-up windows for this page, then try again.',
  ),
}
const CLOSED: Failure = {
  code: 'sign_in_cancelled',
  message: i18n.t('The Google window closed before you signed in. Try again.'),
}
const OTHER: Failure = { code: 'other_account', message: ERRORS.other_account.message }
const NO_STORAGE: Failure = {
  code: 'sign_in_unavailable',
  message: i18n.t(
    'This browser blocks the cookies we need to sign you in. Allow cookies for this site, or use another browser.',
  ),
}
/** Firebase refuses our project, not the customer: staff must check the project. */
const OUR_FAULT: Failure = {
  code: 'sign_in_unavailable',
  message: i18n.t(
    'This way of signing in isn’t available right now. Sign in another way, or contact support.',
  ),
}
const UNAVAILABLE: Failure = {
  code: 'sign_in_unavailable',
  message: ERRORS.sign_in_unavailable.message,
}

/** The failure for each code that phone and Google sign-in can produce; any other means Firebase failed. */
const FAILURES: Readonly<Record<string, Failure>> = {
  'auth/invalid-phone-number': NUMBER,
  'auth/missing-phone-number': NUMBER,
  'auth/too-many-requests': {
    code: 'rate_limited',
    message: i18n.t('Too many attempts. Wait a few minutes, then try again.'),
  },
  'auth/quota-exceeded': { code: 'sms_unavailable', message: ERRORS.sms_unavailable.message },
  'auth/captcha-check-failed': ROBOT,
  'auth/invalid-app-credential': ROBOT,
  'auth/missing-app-credential': ROBOT,
  'auth/invalid-recaptcha-token': ROBOT,
  'auth/missing-recaptcha-token': ROBOT,
  'auth/invalid-verification-code': WRONG_CODE,
  'auth/missing-verification-code': WRONG_CODE,
  'auth/code-expired': OLD_CODE,
  'auth/invalid-verification-id': OLD_CODE,
  'auth/missing-verification-id': OLD_CODE,
  'auth/popup-blocked': BLOCKED,
  'auth/popup-closed-by-user': CLOSED,
  'auth/user-cancelled': CLOSED,
  'auth/cancelled-popup-request': CLOSED,
  'auth/account-exists-with-different-credential': OTHER,
  'auth/credential-already-in-use': OTHER,
  'auth/email-already-in-use': OTHER,
  'auth/user-disabled': { code: 'account_locked', message: ERRORS.account_locked.message },
  'auth/web-storage-unsupported': NO_STORAGE,
  'auth/operation-not-supported-in-this-environment': NO_STORAGE,
  'auth/network-request-failed': NETWORK_FAILURE,
  'auth/timeout': NETWORK_FAILURE,
  'auth/admin-restricted-operation': OUR_FAULT,
  'auth/app-not-authorized': OUR_FAULT,
  'auth/auth-domain-config-required': OUR_FAULT,
  'auth/invalid-api-key': OUR_FAULT,
  'auth/operation-not-allowed': OUR_FAULT,
  'auth/unauthorized-domain': OUR_FAULT,
}

/** Converts an error of Firebase's SDK into a failure to show. Rethrows any other error. */
export function failureOfFirebase(error: unknown): Failure {
  const code = codeOf(error)
  if (!code.startsWith('auth/')) throw error
  return FAILURES[code] ?? UNAVAILABLE
}

function codeOf(error: unknown): string {
  if (typeof error !== 'object' || error === null || !('code' in error)) return ''
  return typeof error.code === 'string' ? error.code : ''
}
