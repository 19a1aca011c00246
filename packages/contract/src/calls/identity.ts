import * as v from 'valibot'
import { call } from '../call.ts'
import { acceptedVersions, agreementsDue } from './consents.ts'
import { keptDraft } from './drafts.ts'
import { home, transferPage } from './history.ts'
import { country, dateTime, phoneCode as code, phoneText, shortText, uuid } from '../schema.ts'

const identityUser = v.object({
  uid: v.string(),
  phoneNumber: v.nullable(v.string()),
  email: v.nullable(v.string()),
  displayName: v.nullable(v.string()),
  /** True while the account has no passkey and the customer has not recently answered "Not now". */
  passkeyOffered: v.boolean(),
})

/** Answer of every way to sign in; `expiresAt` is the ID token's expiry. */
export const signedIn = v.object({
  idToken: v.string(),
  expiresAt: dateTime,
  user: identityUser,
})

/** A profile; fields not given yet are null. `country` is the sending country, from the phone number. */
export const profile = v.object({
  name: v.nullable(v.string()),
  email: v.nullable(v.string()),
  emailVerified: v.boolean(),
  pendingEmail: v.nullable(v.string()),
  phoneNumber: v.nullable(v.string()),
  country: v.nullable(country),
  gender: v.nullable(v.picklist(['male', 'female'])),
  dob: v.nullable(v.string()),
  complete: v.boolean(),
})

export type Profile = v.InferOutput<typeof profile>
export type IdentityUser = v.InferOutput<typeof identityUser>
export type SignedIn = v.InferOutput<typeof signedIn>

export const identityCalls = {
  startPhone: call({
    method: 'POST',
    path: '/auth/phone/start',
    summary:
      'Send a sign-in code by SMS. When that is `rate_limited` and `details.mailedCode` is true, `via` requests one by email: it is sent if the account has a confirmed address, and the answer is the same if not',
    auth: 'none',
    body: v.strictObject({
      phoneNumber: phoneText,
      proof: v.optional(v.pipe(v.string(), v.maxLength(4096))),
      via: v.optional(v.picklist(['email'])),
    }),
    success: {
      202: v.object({
        verificationId: uuid,
        resendAfter: dateTime,
        expiresAt: dateTime,
        digits: v.picklist([6, 10]),
        sentBy: v.picklist(['sms', 'email']),
      }),
    },
    errors: ['phone_invalid', 'phone_not_mobile', 'country_not_served', 'proof_required', 'sms_unavailable'],
  }),
  verifyPhone: call({
    method: 'POST',
    path: '/auth/phone/verify',
    summary:
      'Sign in with the code; with a bearer token, step up, or link a number that is not on any account',
    auth: 'none',
    body: v.strictObject({ verificationId: uuid, code, trustDevice: v.optional(v.boolean()) }),
    success: { 200: signedIn },
    errors: [
      'code_wrong',
      'code_expired',
      'code_used',
      'code_locked',
      'phone_taken',
      'phone_mismatch',
      'step_up_required',
      'other_account',
      'account_locked',
    ],
  }),
  changePhone: call({
    method: 'PUT',
    path: '/auth/phone',
    summary: 'Replace the account’s number with the number that received the code; signs out other devices',
    auth: 'user',
    body: v.strictObject({ verificationId: uuid, code }),
    success: { 200: signedIn },
    errors: [
      'unauthenticated',
      'step_up_required',
      'code_wrong',
      'code_expired',
      'code_used',
      'code_locked',
      'phone_taken',
      'phone_mismatch',
      'phone_wrong_country',
      'money_in_flight',
      'account_locked',
    ],
  }),
  refreshToken: call({
    method: 'POST',
    path: '/auth/token',
    summary: 'A new ID token for the session in the cookie',
    auth: 'none',
    success: { 200: signedIn },
    errors: ['unauthenticated'],
  }),
  signOut: call({
    method: 'POST',
    path: '/auth/sign-out',
    summary: 'End the session',
    auth: 'none',
    idempotent: true,
    success: { 204: null },
    errors: [],
  }),
  boot: call({
    method: 'GET',
    path: '/auth/boot',
    summary:
      'Start data of the web app: ID token, user, profile, unfinished transfer and configuration; nulls when signed out',
    auth: 'none',
    query: v.strictObject({
      /** Adds the home page's content, which saves a round trip. */
      with: v.optional(v.literal('home')),
    }),
    success: {
      200: v.object({
        idToken: v.nullable(v.string()),
        expiresAt: v.nullable(dateTime),
        user: v.nullable(identityUser),
        profile: v.nullable(profile),
        agreementsDue,
        // The answer of `GET /user/draft`, which saves the form a round trip. Null while there is no profile.
        draft: v.nullable(keptDraft),
        // The answers of `GET /user/home` and of the first `GET /user/transactions`. Only with `with=home`, and
        // null while the profile is incomplete.
        home: v.optional(v.nullable(v.object({ ...home.entries, ...transferPage.entries }))),
        config: v.record(v.string(), v.unknown()),
      }),
    },
    errors: [],
  }),
  sessions: call({
    method: 'GET',
    path: '/auth/sessions',
    summary: 'The signed-in devices',
    auth: 'user',
    success: {
      200: v.object({
        sessions: v.array(
          v.object({
            id: uuid,
            device: v.string(),
            createdAt: dateTime,
            lastUsedAt: dateTime,
            current: v.boolean(),
            trusted: v.boolean(),
          }),
        ),
      }),
    },
    errors: ['unauthenticated'],
  }),
  endSession: call({
    method: 'DELETE',
    path: '/auth/sessions/{id}',
    summary: 'Sign a device out',
    auth: 'user',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  endOtherSessions: call({
    method: 'DELETE',
    path: '/auth/sessions',
    summary: 'Sign every other device out',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  jwks: call({
    method: 'GET',
    path: '/.well-known/jwks.json',
    summary: 'The public keys that verify ID tokens',
    auth: 'none',
    success: { 200: v.object({ keys: v.array(v.record(v.string(), v.unknown())) }) },
    errors: [],
  }),
}

export const profileCalls = {
  getUser: call({
    method: 'GET',
    path: '/user/auth',
    summary: 'The profile of the signed-in user; null until it is created',
    auth: 'user',
    success: { 200: v.object({ user: v.nullable(profile), agreementsDue }) },
    errors: ['unauthenticated'],
  }),
  createUser: call({
    method: 'POST',
    path: '/user/create',
    summary: 'Create the profile of the signed-in user',
    auth: 'user',
    idempotent: true,
    body: v.strictObject({ phoneNumber: phoneText, country }),
    success: { 201: v.object({ user: profile }), 200: v.object({ user: profile }) },
    errors: ['unauthenticated', 'phone_mismatch', 'phone_invalid', 'phone_not_mobile', 'country_not_served'],
  }),
  putProfile: call({
    method: 'PUT',
    path: '/user/profile',
    summary: 'Change name, email, gender and date of birth',
    auth: 'user',
    body: v.strictObject({
      name: shortText,
      email: v.pipe(v.string(), v.maxLength(254)),
      gender: v.optional(v.picklist(['male', 'female'])),
      dob: v.pipe(v.string(), v.maxLength(32)),
      /** The versions of the documents that the form asked to agree to. */
      accepted: v.optional(acceptedVersions),
    }),
    success: { 200: v.object({ user: profile }) },
    errors: [
      'unauthenticated',
      'document_version_unknown',
      'name_invalid',
      'email_invalid',
      'date_invalid',
      'age_below_18',
      'step_up_required',
    ],
  }),
}
