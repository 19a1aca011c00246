import * as v from 'valibot'
import { uuid } from '../schema.ts'
import { officeCall, reason } from './call.ts'
import type { Permission } from './permissions.ts'

/** A change of one account that needs no approval. */
const accountChange = <const Path extends string, const P extends Permission>(
  path: Path,
  permission: P,
  summary: string,
) =>
  officeCall({
    method: 'POST',
    path: `/office/api/customers/{id}/${path}`,
    summary,
    permission,
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 204: null },
    errors: ['action_refused'],
  })

export const accountChangeCalls = {
  lockAccount: accountChange(
    'lock',
    'accounts.change',
    'Lock an account: sign it out everywhere and refuse sign-ins',
  ),
  unlockAccount: accountChange('unlock', 'accounts.change', 'Unlock an account'),
  signOutAccount: accountChange('sign-out', 'accounts.change', 'End all sessions of an account'),
  signOutDevice: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/devices/{device}/sign-out',
    summary: 'Sign out one device of an account',
    permission: 'accounts.change',
    params: v.strictObject({ id: uuid, device: uuid }),
    body: v.strictObject({ reason }),
    success: { 204: null },
    errors: ['action_refused'],
  }),
  holdAccount: accountChange(
    'hold',
    'accounts.hold',
    'Place an account hold: refuse new payments and stop pay-outs that have not left',
  ),
  liftAccountHolds: accountChange(
    'lift-holds',
    'accounts.hold',
    'Lift every hold on an account; transfers stopped only by them continue',
  ),
  signOutEveryone: officeCall({
    method: 'POST',
    path: '/office/api/customers/sign-out-everyone',
    summary: 'End all sessions of all accounts; every customer must sign in again',
    permission: 'accounts.change',
    body: v.strictObject({ reason }),
    success: { 200: v.object({ accounts: v.number(), sessions: v.number() }) },
  }),
  unlockNumber: officeCall({
    method: 'POST',
    path: '/office/api/numbers/unlock',
    summary: 'Unlock a number after 100 wrong codes',
    permission: 'accounts.change',
    // The number is in the body, so that no log of addresses has it.
    body: v.strictObject({ phone: v.pipe(v.string(), v.minLength(5), v.maxLength(30)), reason }),
    success: { 204: null },
    errors: ['action_refused'],
  }),
}
