import * as v from 'valibot'
import { call } from '../call.ts'
import { signedIn } from './identity.ts'
import { TO_MAX } from '../links.ts'
import { dateTime } from '../schema.ts'

const emailText = v.pipe(v.string(), v.maxLength(254))
/** The server checks its length and how easily it is guessed (`password_weak`). */
const newPassword = v.pipe(v.string(), v.maxLength(256))
const typedPassword = v.pipe(v.string(), v.maxLength(256))
const linkToken = v.pipe(v.string(), v.minLength(20), v.maxLength(200))
const trustDevice = v.optional(v.boolean())
const accepted = v.object({ status: v.literal('accepted') })

/** Page that the link opens once the address is confirmed: a path of the web app with its query. */
const wayOn = v.pipe(v.string(), v.maxLength(TO_MAX), v.regex(/^\/(?:[^\s\\#/][^\s\\#]*)?$/))

export const emailCalls = {
  signUpByEmail: call({
    method: 'POST',
    path: '/auth/email/sign-up',
    summary:
      'Open an account with email and password; a link confirms the address. The answer is the same for every address',
    auth: 'none',
    body: v.strictObject({ email: emailText, password: newPassword, to: v.optional(wayOn) }),
    success: { 202: accepted },
    errors: ['email_invalid', 'password_weak', 'sign_in_busy'],
  }),
  verifyEmail: call({
    method: 'POST',
    path: '/auth/email/verify',
    summary:
      'Confirm an email address with the link that was sent to it. This completes a sign-up and signs in; any browser other than the one that started the sign-up also needs the password (`password_needed`). `resetFrom` is when the address can first reset the password; null means at once, as when the owner confirms it with a recent sign-in',
    auth: 'none',
    body: v.strictObject({ token: linkToken, password: v.optional(typedPassword), trustDevice }),
    success: {
      200: v.object({
        email: v.string(),
        signedIn: v.nullable(signedIn),
        resetFrom: v.nullable(dateTime),
      }),
    },
    errors: [
      'link_expired',
      'password_needed',
      'password_wrong',
      'email_taken',
      'other_account',
      'sign_in_busy',
    ],
  }),
  resendEmail: call({
    method: 'POST',
    path: '/auth/email/resend',
    summary: 'Resend the link that confirms the profile’s email address',
    auth: 'user',
    success: { 202: accepted },
    errors: ['unauthenticated', 'email_invalid'],
  }),
  undoEmail: call({
    method: 'POST',
    path: '/auth/email/undo',
    summary: 'Undo a change of the email address with the link sent to the old one; signs out every device',
    auth: 'none',
    body: v.strictObject({ token: linkToken }),
    success: { 200: v.object({ email: v.string() }) },
    errors: ['link_expired', 'email_taken'],
  }),
  signInByEmail: call({
    method: 'POST',
    path: '/auth/email/sign-in',
    summary: 'Sign in with email and password; with a bearer token, step up',
    auth: 'none',
    body: v.strictObject({ email: emailText, password: typedPassword, trustDevice }),
    success: { 200: signedIn },
    errors: ['credentials_wrong', 'password_locked', 'account_locked', 'other_account', 'sign_in_busy'],
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
    summary: 'Choose a new password with the link that was sent; signs out other devices',
    auth: 'none',
    body: v.strictObject({ token: linkToken, password: newPassword, trustDevice }),
    success: { 200: signedIn },
    errors: ['link_expired', 'password_weak', 'account_locked', 'other_account', 'sign_in_busy'],
  }),
  putPassword: call({
    method: 'PUT',
    path: '/auth/password',
    summary: 'Set the first password or change it; signs out other devices',
    auth: 'user',
    body: v.strictObject({
      current: v.optional(typedPassword),
      new: newPassword,
      confirm: typedPassword,
    }),
    success: { 204: null },
    errors: [
      'unauthenticated',
      'step_up_required',
      'password_wrong',
      'password_weak',
      'password_mismatch',
      'sign_in_busy',
    ],
  }),
}
