import * as v from 'valibot'
import { call } from './call.ts'
import { signedIn } from './identity.ts'
import { dateTime, shortText, uuid } from './schema.ts'

/**
 * Calls whose form is settled and which no server answers yet: the OpenAPI document describes what is served, so they
 * are not in it. One that is built moves from here to its group.
 */

const emailText = v.pipe(v.string(), v.maxLength(254))
/** Length alone is a matter of form; how easily it is guessed is the server's check. */
const newPassword = v.pipe(v.string(), v.minLength(8), v.maxLength(256))
const secretLink = v.pipe(v.string(), v.minLength(20), v.maxLength(200))
/** What the browser's WebAuthn calls take and give, in their JSON form. */
const webAuthn = v.record(v.string(), v.unknown())
const page = v.strictObject({ cursor: v.optional(v.pipe(v.string(), v.maxLength(200))) })

const accepted = v.object({ status: v.literal('accepted') })

const accountCalls = {
  listActivity: call({
    method: 'GET',
    path: '/user/activity',
    summary: 'Security and money events of the account, newest first',
    auth: 'user',
    query: page,
    success: {
      200: v.object({
        events: v.array(v.object({ at: dateTime, kind: v.string(), text: v.string(), device: v.string() })),
        nextCursor: v.nullable(v.string()),
      }),
    },
    errors: ['unauthenticated'],
  }),
  exportData: call({
    method: 'GET',
    path: '/user/export',
    summary: 'Everything kept about the user',
    auth: 'user',
    success: { 200: v.object({ exportedAt: dateTime, data: v.record(v.string(), v.unknown()) }) },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  deleteUser: call({
    method: 'DELETE',
    path: '/user',
    summary: 'Close the account; what the law makes us keep stays locked until the date given',
    auth: 'user',
    success: { 200: v.object({ lockedUntil: dateTime }) },
    errors: ['unauthenticated', 'step_up_required', 'money_in_flight'],
  }),
}

const signInCalls = {
  signUpByEmail: call({
    method: 'POST',
    path: '/auth/email/sign-up',
    summary: 'Open an account with e-mail and password; a link confirms the address',
    auth: 'none',
    body: v.strictObject({ email: emailText, password: newPassword }),
    success: { 202: accepted },
    errors: ['email_invalid', 'password_weak'],
  }),
  signInByEmail: call({
    method: 'POST',
    path: '/auth/email/sign-in',
    summary: 'Sign in with e-mail and password',
    auth: 'none',
    body: v.strictObject({ email: emailText, password: v.pipe(v.string(), v.maxLength(256)) }),
    success: { 200: signedIn },
    errors: ['credentials_wrong', 'account_locked'],
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/auth/email/verify',
    summary: 'Confirm an e-mail address with the link that was sent to it',
    auth: 'none',
    body: v.strictObject({ token: secretLink }),
    success: { 200: signedIn },
    errors: ['link_expired'],
  }),
  forgotPassword: call({
    method: 'POST',
    path: '/auth/email/forgot',
    summary: 'Send a link to choose a new password; the answer is the same for every address',
    auth: 'none',
    body: v.strictObject({ email: emailText }),
    success: { 202: accepted },
    errors: ['email_invalid'],
  }),
  resetPassword: call({
    method: 'POST',
    path: '/auth/email/reset',
    summary: 'Choose a new password with the link that was sent',
    auth: 'none',
    body: v.strictObject({ token: secretLink, password: newPassword }),
    success: { 200: signedIn },
    errors: ['link_expired', 'password_weak'],
  }),
  putPassword: call({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Set the first password or change it; other devices are signed out',
    auth: 'user',
    body: v.strictObject({
      current: v.optional(v.pipe(v.string(), v.maxLength(256))),
      new: newPassword,
      confirm: v.pipe(v.string(), v.maxLength(256)),
    }),
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required', 'password_wrong', 'password_weak'],
  }),
  signInByFirebase: call({
    method: 'POST',
    path: '/auth/firebase',
    summary: 'Open a session of ours with an ID token of Firebase Authentication',
    auth: 'none',
    body: v.strictObject({ idToken: v.pipe(v.string(), v.maxLength(4_096)) }),
    success: { 200: signedIn },
    errors: ['token_refused', 'account_locked'],
  }),
  startGoogle: call({
    method: 'GET',
    path: '/auth/google',
    summary: 'Send the popup on to Google',
    auth: 'none',
    success: { 302: null },
    errors: [],
  }),
  endGoogle: call({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Where Google sends the popup back to',
    auth: 'none',
    query: v.object({ state: shortText, code: v.optional(v.string()), error: v.optional(v.string()) }),
    success: { 302: null },
    errors: ['token_refused', 'account_locked'],
  }),
  listPasskeys: call({
    method: 'GET',
    path: '/auth/passkeys',
    summary: 'The passkeys of the account',
    auth: 'user',
    success: {
      200: v.object({
        passkeys: v.array(
          v.object({ id: uuid, name: v.string(), createdAt: dateTime, lastUsedAt: dateTime }),
        ),
      }),
    },
    errors: ['unauthenticated'],
  }),
  startPasskey: call({
    method: 'POST',
    path: '/auth/passkeys/registration',
    summary: 'What the browser needs to make a passkey',
    auth: 'user',
    success: { 200: v.object({ options: webAuthn }) },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  addPasskey: call({
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Keep the passkey that the browser made',
    auth: 'user',
    body: v.strictObject({ name: shortText, response: webAuthn }),
    success: { 201: v.object({ id: uuid }) },
    errors: ['unauthenticated', 'step_up_required', 'token_refused'],
  }),
  removePasskey: call({
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    summary: 'Forget a passkey',
    auth: 'user',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  challengePasskey: call({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    summary: 'What the browser needs to sign in, or to prove again who is there, with a passkey',
    auth: 'none',
    success: { 200: v.object({ options: webAuthn }) },
    errors: [],
  }),
  signInByPasskey: call({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    summary: 'Sign in with a passkey',
    auth: 'none',
    body: v.strictObject({ response: webAuthn }),
    success: { 200: signedIn },
    errors: ['token_refused', 'account_locked'],
  }),
}

/** Every call that is settled and not served yet, by name. */
export const upcomingCalls = { ...accountCalls, ...signInCalls }
