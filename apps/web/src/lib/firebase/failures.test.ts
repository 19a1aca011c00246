import { AuthErrorCodes } from '@firebase/auth'
import { ERRORS } from '@sesa/contract'
import { describe, expect, test } from 'vitest'
import { failureOfFirebase } from './failures.ts'

const known: readonly string[] = Object.values(AuthErrorCodes)
const failureOf = (code: string) => failureOfFirebase({ code })

describe('an error of Firebase', () => {
  test('maps to one of our codes with a sentence, for every code of the SDK', () => {
    expect(known.length).toBeGreaterThan(90)
    for (const code of known) {
      const failure = failureOf(code)
      expect([...Object.keys(ERRORS), 'network'], code).toContain(failure.code)
      expect(failure.message, code).toMatch(/^[A-Z].+$/)
      expect(failure.message, code).not.toMatch(/firebase|auth\//i)
    }
  })

  test('explains what the customer can do', () => {
    const sentences = {
      'auth/invalid-phone-number': ['phone_invalid', 'not valid', 'phoneNumber'],
      'auth/missing-phone-number': ['phone_invalid', 'not valid', 'phoneNumber'],
      'auth/too-many-requests': ['rate_limited', 'Wait a few minutes'],
      'auth/quota-exceeded': ['sms_unavailable', 'Try again'],
      'auth/captcha-check-failed': ['proof_required', 'another browser'],
      'auth/invalid-app-credential': ['proof_required', 'another browser'],
      'auth/missing-app-credential': ['proof_required', 'another browser'],
      'auth/invalid-recaptcha-token': ['proof_required', 'another browser'],
      'auth/missing-recaptcha-token': ['proof_required', 'another browser'],
      'auth/invalid-verification-code': ['code_wrong', 'enter it again', 'code'],
      'auth/missing-verification-code': ['code_wrong', 'enter it again', 'code'],
      'auth/code-expired': ['code_expired', 'Request a new one', 'code'],
      'auth/invalid-verification-id': ['code_expired', 'Request a new one', 'code'],
      'auth/missing-verification-id': ['code_expired', 'Request a new one', 'code'],
      'auth/popup-blocked': ['sign_in_cancelled', 'Allow pop-up windows'],
      'auth/popup-closed-by-user': ['sign_in_cancelled', 'window closed'],
      'auth/user-cancelled': ['sign_in_cancelled', 'window closed'],
      'auth/cancelled-popup-request': ['sign_in_cancelled', 'window closed'],
      'auth/account-exists-with-different-credential': ['other_account', 'another account'],
      'auth/credential-already-in-use': ['other_account', 'another account'],
      'auth/email-already-in-use': ['other_account', 'another account'],
      'auth/user-disabled': ['account_locked', 'Contact support'],
      'auth/web-storage-unsupported': ['sign_in_unavailable', 'Allow cookies'],
      'auth/operation-not-supported-in-this-environment': ['sign_in_unavailable', 'Allow cookies'],
      'auth/network-request-failed': ['network', 'Check your connection'],
      'auth/timeout': ['network', 'Check your connection'],
      'auth/admin-restricted-operation': ['sign_in_unavailable', 'contact support'],
      'auth/app-not-authorized': ['sign_in_unavailable', 'contact support'],
      'auth/auth-domain-config-required': ['sign_in_unavailable', 'contact support'],
      'auth/invalid-api-key': ['sign_in_unavailable', 'contact support'],
      'auth/operation-not-allowed': ['sign_in_unavailable', 'contact support'],
      'auth/unauthorized-domain': ['sign_in_unavailable', 'contact support'],
      'auth/internal-error': ['sign_in_unavailable', 'another way'],
    } as const
    for (const [code, [ours, words, field]] of Object.entries(sentences)) {
      // Guards against a misspelt code, which would never match.
      expect(known, code).toContain(code)
      const failure = failureOf(code)
      expect([code, failure.code, failure.field]).toEqual([code, ours, field])
      expect(failure.message, code).toContain(words)
    }
  })

  test('is rethrown when it is not from Firebase', () => {
    const fault = new TypeError('a fault of ours')
    expect(() => failureOfFirebase(fault)).toThrow(fault)
    expect(() => failureOfFirebase({ code: 'ENOENT' })).toThrow()
  })
})
