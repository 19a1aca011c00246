import * as v from 'valibot'
import { call } from '../call.ts'
import { signedIn } from './identity.ts'
import { dateTime, shortText, uuid } from '../schema.ts'

/** Input and output of the browser's WebAuthn calls, in JSON form. */
const webAuthn = v.record(v.string(), v.unknown())

export const passkeyCalls = {
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
    summary: 'Options for the browser to create a passkey',
    auth: 'user',
    success: { 200: v.object({ options: webAuthn }) },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  addPasskey: call({
    method: 'POST',
    path: '/auth/passkeys',
    summary: 'Store the passkey that the browser created',
    auth: 'user',
    body: v.strictObject({ name: shortText, response: webAuthn }),
    success: { 201: v.object({ id: uuid }) },
    errors: ['unauthenticated', 'step_up_required', 'passkey_refused'],
  }),
  removePasskey: call({
    method: 'DELETE',
    path: '/auth/passkeys/{id}',
    summary: 'Remove a passkey',
    auth: 'user',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required'],
  }),
  declinePasskey: call({
    method: 'DELETE',
    path: '/auth/passkeys/offer',
    summary: 'Decline a passkey: none is offered after sign-in for 90 days',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated'],
  }),
  challengePasskey: call({
    method: 'POST',
    path: '/auth/passkeys/challenge',
    summary: 'Options to sign in or step up with a passkey',
    auth: 'none',
    success: { 200: v.object({ options: webAuthn }) },
    errors: [],
  }),
  signInByPasskey: call({
    method: 'POST',
    path: '/auth/passkeys/sign-in',
    summary: 'Sign in with a passkey; with a bearer token, step up',
    auth: 'none',
    body: v.strictObject({ response: webAuthn, trustDevice: v.optional(v.boolean()) }),
    success: { 200: signedIn },
    errors: ['passkey_refused', 'account_locked', 'other_account'],
  }),
}
