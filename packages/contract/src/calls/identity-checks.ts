import * as v from 'valibot'
import { call } from '../call.ts'
import {
  CHECKED_DOCUMENTS,
  IDENTITY_CHECK_REASONS,
  IDENTITY_CHECK_STATES,
  type IdentityCheckReason,
} from '../rules/identity-checks.ts'
import { calendarDate, minorAmount } from '../schema.ts'

const REASONS = Object.keys(IDENTITY_CHECK_REASONS) as [IdentityCheckReason, ...IdentityCheckReason[]]

const identityCheck = v.object({
  state: v.picklist(IDENTITY_CHECK_STATES),
  /** The sentence for it is in `message`; null where the state is clear enough. */
  reason: v.nullable(v.picklist(REASONS)),
  message: v.nullable(v.string()),
  /** Whether the customer can start a check now, or start again. */
  canStart: v.boolean(),
  /** Documents that the customer can use; empty where no check is offered. */
  documents: v.array(v.picklist(CHECKED_DOCUMENTS)),
  /** Name on the document, while the customer must confirm it. */
  nameToConfirm: v.nullable(v.string()),
  /** Expiry date of the document of a verified check. */
  validUntil: v.nullable(calendarDate),
  /** From 1; higher tiers have higher limits. */
  tier: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(3)),
  /** Limits after a successful check, in US cents; null when they would not rise. */
  raises: v.nullable(v.object({ per24Hours: minorAmount, per30Days: minorAmount })),
})

export type IdentityCheck = v.InferOutput<typeof identityCheck>

export const identityCheckCalls = {
  getIdentityCheck: call({
    method: 'GET',
    path: '/user/identity-check',
    summary: 'The state of the customer’s identity check, their next steps, and the limits it would raise',
    auth: 'profile',
    success: { 200: v.object({ check: identityCheck }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  startIdentityCheck: call({
    method: 'POST',
    path: '/user/identity-check',
    summary:
      'Start the identity check, continue it on another device, or submit again; returns a one-time page of the provider',
    auth: 'profile',
    idempotent: true,
    success: { 200: v.object({ url: v.pipe(v.string(), v.url()) }) },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'identity_check_not_open',
      'identity_check_unavailable',
    ],
  }),
  confirmIdentityName: call({
    method: 'POST',
    path: '/user/identity-check/name',
    summary:
      'Adopt the name on the verified document for the profile; open payments are cancelled, transfers in progress keep the earlier name',
    auth: 'profile',
    success: { 200: v.object({ check: identityCheck }) },
    errors: ['unauthenticated', 'profile_incomplete', 'identity_check_not_open', 'step_up_required'],
  }),
}
