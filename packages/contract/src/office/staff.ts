import * as v from 'valibot'
import { dateTime, shortText, uuid } from '../schema.ts'
import { requested } from './approvals.ts'
import { askErrors, me, officeCall, permission, reason, role, webAuthn, readCall } from './call.ts'
import { COMBINED_ROLES, type Role } from './permissions.ts'

const token = v.pipe(v.string(), v.minLength(10), v.maxLength(100))
/** As `mayCombine` says: an administrator has no other role. */
const roles: v.GenericSchema<Role[]> = v.union([
  v.pipe(v.array(v.literal('administrator')), v.minLength(1), v.maxLength(1)),
  v.pipe(v.array(v.picklist(COMBINED_ROLES)), v.minLength(1), v.maxLength(COMBINED_ROLES.length)),
])
const email = v.pipe(v.string(), v.minLength(3), v.maxLength(254))

const member = v.object({
  id: uuid,
  name: v.string(),
  email: v.string(),
  roles: v.array(role),
  /** `invited`: has no passkey yet. */
  state: v.picklist(['invited', 'active', 'ended']),
  invitedAt: dateTime,
  /** Until then the invitation works; null once it was used. */
  invitationEndsAt: v.nullable(dateTime),
  lastSignedInAt: v.nullable(dateTime),
  endedAt: v.nullable(dateTime),
})
export type StaffMember = v.InferOutput<typeof member>

export const staffCalls = {
  challengeStaff: officeCall({
    method: 'POST',
    path: '/office/api/sign-in/challenge',
    summary: 'Options to sign in with a passkey',
    permission: 'none',
    success: { 200: v.object({ options: webAuthn }) },
  }),
  signInStaff: officeCall({
    method: 'POST',
    path: '/office/api/sign-in',
    summary: 'Sign in with a passkey; sets the session cookie',
    permission: 'none',
    body: v.strictObject({ response: webAuthn }),
    success: { 200: me },
    errors: ['passkey_refused'],
  }),
  openInvitation: officeCall({
    method: 'POST',
    path: '/office/api/invitations/open',
    summary: 'Open an invitation: its member, and options to create the first passkey',
    permission: 'none',
    body: v.strictObject({ token }),
    success: {
      200: v.object({ name: v.string(), email: v.string(), roles: v.array(role), options: webAuthn }),
    },
    errors: ['link_expired'],
  }),
  acceptInvitation: officeCall({
    method: 'POST',
    path: '/office/api/invitations/accept',
    summary: 'Store the first passkey and sign in; the invitation works once',
    permission: 'none',
    body: v.strictObject({ token, name: shortText, response: webAuthn }),
    success: { 200: me },
    errors: ['link_expired', 'passkey_refused'],
  }),
  whoAmI: readCall({
    path: '/office/api/me',
    summary: 'The signed-in member: roles, permissions and session expiry',
    permission: 'staff',
    success: { 200: me },
  }),
  signOutStaff: officeCall({
    method: 'POST',
    path: '/office/api/sign-out',
    summary: 'End the session',
    permission: 'staff',
    success: { 204: null },
  }),
  listPermissions: readCall({
    path: '/office/api/permissions',
    summary: 'The permissions table',
    permission: 'staff',
    success: {
      200: v.object({
        permissions: v.array(
          v.object({
            name: permission,
            means: v.string(),
            roles: v.array(role),
            /** Roles that approve another member's request; empty if no approval is needed. */
            approvers: v.array(role),
          }),
        ),
      }),
    },
  }),
  listOwnPasskeys: readCall({
    path: '/office/api/passkeys',
    summary: 'The member’s own passkeys',
    permission: 'staff',
    success: {
      200: v.object({
        passkeys: v.array(
          v.object({ id: uuid, name: v.string(), createdAt: dateTime, lastUsedAt: dateTime }),
        ),
      }),
    },
  }),
  startOwnPasskey: officeCall({
    method: 'POST',
    path: '/office/api/passkeys/registration',
    summary: 'Options to create another passkey',
    permission: 'staff',
    proof: 'call',
    success: { 200: v.object({ options: webAuthn }) },
  }),
  addOwnPasskey: officeCall({
    method: 'POST',
    path: '/office/api/passkeys',
    summary: 'Store another passkey',
    permission: 'staff',
    body: v.strictObject({ name: shortText, response: webAuthn }),
    success: { 201: v.object({ id: uuid }) },
    errors: ['passkey_refused'],
  }),
  removeOwnPasskey: officeCall({
    method: 'DELETE',
    path: '/office/api/passkeys/{id}',
    summary: 'Remove a passkey; the last one stays',
    permission: 'staff',
    proof: 'call',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
    errors: ['last_passkey'],
  }),
  listOwnSessions: readCall({
    path: '/office/api/sessions',
    summary: 'The member’s own open sessions, newest first',
    permission: 'staff',
    success: {
      200: v.object({
        sessions: v.array(
          v.object({
            id: uuid,
            kind: v.picklist(['office', 'command_line']),
            startedAt: dateTime,
            lastUsedAt: dateTime,
            /** Whether the call came from it. */
            isThis: v.boolean(),
          }),
        ),
      }),
    },
  }),
  endOwnSession: officeCall({
    method: 'DELETE',
    path: '/office/api/sessions/{id}',
    summary: 'End one of the member’s own sessions',
    permission: 'staff',
    params: v.strictObject({ id: uuid }),
    success: { 204: null },
  }),
  endOtherSessions: officeCall({
    method: 'POST',
    path: '/office/api/sessions/end-others',
    summary: 'End all of the member’s other sessions',
    permission: 'staff',
    success: { 204: null },
  }),
  listStaff: readCall({
    path: '/office/api/staff',
    summary: 'All members, deactivated ones last',
    permission: 'staff.read',
    success: { 200: v.object({ members: v.array(member) }) },
  }),
  inviteStaff: officeCall({
    method: 'POST',
    path: '/office/api/staff',
    summary: 'Request an invitation; the emailed link works once, for 24 hours',
    permission: 'staff.manage',
    asks: 'invite_member',
    proof: 'call',
    body: v.strictObject({ name: shortText, email, roles, reason }),
    success: { 201: requested },
    errors: ['member_exists', ...askErrors],
  }),
  inviteAgain: officeCall({
    method: 'POST',
    path: '/office/api/staff/{id}/invitation',
    summary:
      'Request a new invitation for a member without link or passkeys; their passkeys and sessions end, and they get a new link by email',
    permission: 'staff.manage',
    asks: 'invite_member_again',
    proof: 'call',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 201: requested },
    errors: ['last_administrator', ...askErrors],
  }),
  changeRoles: officeCall({
    method: 'PUT',
    path: '/office/api/staff/{id}/roles',
    summary: 'Request new roles for a member; their sessions end',
    permission: 'staff.manage',
    asks: 'change_roles',
    proof: 'call',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ roles, reason }),
    success: { 201: requested },
    errors: ['last_administrator', ...askErrors],
  }),
  endStaff: officeCall({
    method: 'POST',
    path: '/office/api/staff/{id}/end',
    summary:
      'Deactivate a member immediately, without approval: sessions and passkeys end, the name stays in the records',
    permission: 'staff.manage',
    proof: 'call',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 204: null },
    errors: ['last_administrator'],
  }),
  openCommandLine: officeCall({
    method: 'POST',
    path: '/office/api/command-line/open',
    summary: 'Open the link from `staff sign-in`: shows where the command runs',
    permission: 'staff',
    body: v.strictObject({ token }),
    success: { 200: v.object({ machine: v.string(), startedAt: dateTime }) },
    errors: ['link_expired'],
  }),
  confirmCommandLine: officeCall({
    method: 'POST',
    path: '/office/api/command-line/confirm',
    summary: 'Sign in the command line with its code and a passkey',
    permission: 'staff',
    proof: 'call',
    body: v.strictObject({ token, code: v.pipe(v.string(), v.regex(/^\d{6}$/)) }),
    success: { 204: null },
    errors: ['link_expired', 'code_wrong'],
  }),
}
