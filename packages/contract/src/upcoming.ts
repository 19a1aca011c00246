import * as v from 'valibot'
import { call } from './call.ts'
import { signedIn } from './identity.ts'
import { shortText } from './schema.ts'

/**
 * Calls whose form is settled and which no server answers yet: the OpenAPI document describes what is served, so they
 * are not in it. One that is built moves from here to its group.
 */

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
}

/** Every call that is settled and not served yet, by name. */
export const upcomingCalls = { ...signInCalls }
