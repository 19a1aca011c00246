import * as v from 'valibot'
import { call } from '../call.ts'
import { signedIn } from './identity.ts'
import { shortText } from '../schema.ts'

export const federationCalls = {
  startGoogle: call({
    method: 'GET',
    path: '/auth/google',
    summary:
      'Redirect a popup to Google. It ends on one of our pages, which posts `{ ok: true }` or `{ ok: false, code }` to the BroadcastChannel `sesa-sign-in`; by then the cookie is set, and `POST /auth/token` returns the ID token. With `add`, which only our pages can send, it adds Google to the signed-in account',
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
    summary: 'The address to which Google redirects the popup',
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
      'Open a session with an ID token of Firebase Authentication from a sign-in by phone or Google in the last five minutes; each token works once',
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
