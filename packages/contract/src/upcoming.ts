import * as v from 'valibot'
import { call } from './call.ts'
import { signedIn } from './identity.ts'
import { dateTime, shortText, uuid } from './schema.ts'

/**
 * Calls whose form is settled and which no server answers yet: the OpenAPI document describes what is served, so they
 * are not in it. One that is built moves from here to its group.
 */

/** What the browser's WebAuthn calls take and give, in their JSON form. */
const webAuthn = v.record(v.string(), v.unknown())

const signInCalls = {
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
export const upcomingCalls = { ...signInCalls }
