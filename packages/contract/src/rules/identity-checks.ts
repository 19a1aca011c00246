export const IDENTITY_CHECK_STATES = [
  'not_started',
  'waiting_for_user',
  'processing',
  'verified',
  'needs_review',
  'failed_retryable',
  'failed_final',
  'expired',
] as const
export type IdentityCheckState = (typeof IDENTITY_CHECK_STATES)[number]

/**
 * Why a check is in its state, in our own words, with the sentences for the customer. Reasons that only staff may know
 * share the sentence of any other review.
 */
export const IDENTITY_CHECK_REASONS = {
  not_finished: 'You didn’t finish the check. Start it again when you’re ready.',
  consent_declined:
    'You didn’t agree to the check, so we can’t do it. Start it again if you change your mind.',
  device_unsupported:
    'Your device can’t take the photos. Sign in on a phone with a camera, and try again there.',
  document_expired: 'Your document has expired. Try again with one that is still valid.',
  document_unreadable:
    'We couldn’t read your document. Try again in good light, with the whole document in the picture.',
  document_unsupported: 'We can’t accept this document. Try again with another one from the list.',
  country_unsupported: 'We can’t check documents of this country. Contact support to send more.',
  selfie_mismatch:
    'Your selfie doesn’t look like the photo on your document. Try again without glasses or a hat.',
  selfie_unreadable: 'We couldn’t see your face clearly. Try again in good light.',
  number_invalid: 'We couldn’t find your document’s number. Check it, and try again.',
  authority_away: 'The office that issues your document doesn’t answer right now. Try again later.',
  name_mismatch: 'Your document has a different name than your profile. Confirm which one is yours.',
  under_age: 'You must be 18 or over to send more. Your current limits stay.',
  details_changed: 'Your name or date of birth has changed since the check. Check your identity again.',
  refused:
    'We couldn’t confirm your identity. Your current limits stay. Contact support if you think that’s wrong.',
  birth_date_mismatch: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  duplicate_person: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  too_many_attempts: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  details_missing: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  number_mismatch: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  document_suspect: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
  unknown: 'We’re reviewing your check and will let you know. There’s nothing you need to do.',
} as const
export type IdentityCheckReason = keyof typeof IDENTITY_CHECK_REASONS

/** Documents that a check may accept. */
export const CHECKED_DOCUMENTS = ['passport', 'id_card', 'driving_licence', 'voter_id'] as const
export type CheckedDocument = (typeof CHECKED_DOCUMENTS)[number]
