import * as v from 'valibot'
import { uuid } from '../schema.ts'
import { officeCall, reason } from './call.ts'
import type { Permission } from './permissions.ts'

/** A change of one account that one member makes alone. */
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
  lockAccount: accountChange('lock', 'accounts.change', 'Sign an account out everywhere and refuse sign-ins'),
  unlockAccount: accountChange('unlock', 'accounts.change', 'Allow sign-ins to an account again'),
  signOutAccount: accountChange('sign-out', 'accounts.change', 'End all sessions of an account'),
  signOutDevice: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/devices/{device}/sign-out',
    summary: 'Sign one device of an account out',
    permission: 'accounts.change',
    params: v.strictObject({ id: uuid, device: uuid }),
    body: v.strictObject({ reason }),
    success: { 204: null },
    errors: ['action_refused'],
  }),
  holdAccount: accountChange(
    'hold',
    'accounts.hold',
    'Refuse new payments of an account and stop pay-outs that have not left',
  ),
  liftAccountHolds: accountChange(
    'lift-holds',
    'accounts.hold',
    'Lift every hold of an account; transfers that only the holds stopped continue',
  ),
}
