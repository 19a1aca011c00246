import { IDENTITY_CHECK_REASONS } from '@sesa/contract'
import Stripe from 'stripe'
import { expect, it, test } from 'vitest'
import { createStripeIdentity } from './index.ts'
import { STRIPE_IDENTITY_OUTCOMES, stripeIdentityOutcome } from './outcomes.ts'

/** Every code of `VerificationSession.LastError.Code` in stripe-node 23.1.0. */
const CODES = [
  'abandoned',
  'consent_declined',
  'country_not_supported',
  'device_not_supported',
  'document_expired',
  'document_type_not_supported',
  'document_unverified_other',
  'email_unverified_other',
  'email_verification_declined',
  'id_number_insufficient_document_data',
  'id_number_mismatch',
  'id_number_unverified_other',
  'phone_unverified_other',
  'phone_verification_declined',
  'selfie_document_missing_photo',
  'selfie_face_mismatch',
  'selfie_manipulated',
  'selfie_unverified_other',
  'under_supported_age',
] as const satisfies readonly Stripe.Identity.VerificationSession.LastError.Code[]

it('every documented code has a meaning, and nothing else does', () => {
  expect(Object.keys(STRIPE_IDENTITY_OUTCOMES).toSorted()).toEqual([...CODES].toSorted())
  for (const { reason } of Object.values(STRIPE_IDENTITY_OUTCOMES))
    expect(IDENTITY_CHECK_REASONS).toHaveProperty(String(reason))
})

test.each(['a_code_of_tomorrow', '', 'constructor'])('staff decide the unknown code %j', (code) => {
  expect(stripeIdentityOutcome(code)).toEqual({ state: 'needs_review', reason: 'unknown' })
})

const SECRET = 'whsec_1'
const provider = createStripeIdentity({ key: 'rk_test_1', webhookSecret: SECRET }, () =>
  Promise.reject(new TypeError('No answer')),
)
const event = (type: string, change: object = {}) =>
  JSON.stringify({
    ...{ id: 'evt_1', object: 'event', livemode: false, type },
    data: { object: { id: 'vs_1', object: 'identity.verification_session' } },
    ...change,
  })
const read = (payload: string, secret = SECRET, timestamp = Math.floor(Date.now() / 1_000)) =>
  provider.readNotification(Buffer.from(payload), {
    'stripe-signature': Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  })

it('reads only genuine, recent notifications about sessions of our mode', () => {
  const good = event('identity.verification_session.verified')
  expect(read(good)).toEqual({ reference: 'vs_1' })
  expect(read(event('payment_intent.succeeded'))).toBeNull()
  expect(read(good, 'whsec_2')).toBe('refused')
  expect(read(good, SECRET, Math.floor(Date.now() / 1_000) - 301)).toBe('refused')
  expect(read(good, SECRET, Math.floor(Date.now() / 1_000) + 330)).toBe('refused')
  expect(read(event('identity.verification_session.verified', { livemode: true }))).toBe('refused')
  expect(provider.readNotification(Buffer.from(good), {})).toBe('refused')
})

it('never answers with a secret when the provider is unreachable', async () => {
  const opened = await provider.open({
    ...{ checkId: 'c1', reference: null, country: 'US', documents: ['passport'] },
    returnUrl: 'https://sesa.example/me/limits',
  })
  expect(opened).toEqual({ ok: false, reason: 'unknown' })
})
