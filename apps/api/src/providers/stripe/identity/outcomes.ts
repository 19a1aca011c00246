import type { Outcome } from '../../../domains/compliance/identity-checks/ports.ts'

const retry = (reason: Outcome['reason']): Outcome => ({ state: 'failed_retryable', reason })
const review = (reason: Outcome['reason']): Outcome => ({ state: 'needs_review', reason })

/** Every documented `last_error.code` of Stripe Identity (stripe-node 23.1.0), in our words. */
export const STRIPE_IDENTITY_OUTCOMES: Readonly<Record<string, Outcome>> = {
  abandoned: retry('not_finished'),
  consent_declined: retry('consent_declined'),
  country_not_supported: { state: 'failed_final', reason: 'country_unsupported' },
  device_not_supported: retry('device_unsupported'),
  document_expired: retry('document_expired'),
  document_type_not_supported: retry('document_unsupported'),
  document_unverified_other: retry('document_unreadable'),
  email_unverified_other: review('unknown'),
  email_verification_declined: review('unknown'),
  id_number_insufficient_document_data: retry('document_unreadable'),
  id_number_mismatch: review('number_mismatch'),
  id_number_unverified_other: review('number_mismatch'),
  phone_unverified_other: review('unknown'),
  phone_verification_declined: review('unknown'),
  selfie_document_missing_photo: retry('document_unsupported'),
  selfie_face_mismatch: retry('selfie_mismatch'),
  selfie_manipulated: review('document_suspect'),
  selfie_unverified_other: retry('selfie_unreadable'),
  under_supported_age: { state: 'failed_final', reason: 'under_age' },
}

/** Returns the meaning of a code; staff decide unknown codes. */
export const stripeIdentityOutcome = (code: string): Outcome =>
  Object.hasOwn(STRIPE_IDENTITY_OUTCOMES, code)
    ? (STRIPE_IDENTITY_OUTCOMES[code] ?? review('unknown'))
    : review('unknown')
