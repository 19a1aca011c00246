import * as v from 'valibot'
import { call } from '../call.ts'
import { signedIn } from './identity.ts'
import { shortText } from '../schema.ts'

export const federationCalls = {
  startGoogle: call({
    method: 'GET',
    path: '/auth/google',
    summary:
      'Send a popup on to Google. It ends on a page of ours that posts `{ ok: true }` or `{ ok: false, code }` to the BroadcastChannel `sesa-sign-in`; the cookie is set by then, and `POST /auth/token` gives the ID token. With `add`, which only a page of ours can send, it adds Google to the account that is signed in',
    auth: 'none',
    query: v.strictObject({
      trustDevice: v.optional(v.picklist(['true', 'false'])),
      add: v.optional(v.picklist(['true', 'false'])),
    }),
    success: { 302: null },
    errors: [],
  }),
  endGoogle: call({
    method: 'GET',
    path: '/auth/google/callback',
    summary: 'Where Google sends the popup back to',
    auth: 'none',
    query: v.object({
      state: shortText,
      code: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
      error: v.optional(v.pipe(v.string(), v.maxLength(200))),
    }),
    success: { 302: null },
    errors: [],
  }),
  removeGoogle: call({
    method: 'DELETE',
    path: '/auth/google',
    summary: 'Stop signing in with Google',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated', 'step_up_required', 'only_way_in'],
  }),
  signInByFirebase: call({
    method: 'POST',
    path: '/auth/firebase',
    summary:
      'Open a session of ours with an ID token of Firebase Authentication, of a sign-in by phone or Google in the last five minutes; each token once',
    auth: 'none',
    body: v.strictObject({
      idToken: v.pipe(v.string(), v.maxLength(4_096)),
      trustDevice: v.optional(v.boolean()),
    }),
    success: { 200: signedIn },
    errors: [
      'token_refused',
      'sign_in_unavailable',
      'account_locked',
      'other_account',
      'link_needed',
      'phone_taken',
      'phone_mismatch',
      'phone_not_mobile',
      'country_not_served',
      'step_up_required',
    ],
  }),
}
