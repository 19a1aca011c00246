import * as v from 'valibot'
import { officeCall, reason, reference } from './call.ts'

export const holdCalls = {
  holdTransfer: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/hold',
    summary:
      'Put a transfer on hold; the answer says if a pay-out, charge or refund already sent may still complete',
    permission: 'holds.set',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
    success: { 200: v.object({ mayStillMove: v.boolean(), text: v.string() }) },
    errors: ['action_refused'],
  }),
  cancelTransfer: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/cancel',
    summary: 'Cancel a transfer; after its pay-out starts, it is refunded only if the pay-out fails',
    permission: 'transfers.cancel',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
    success: { 204: null },
    errors: ['action_refused'],
  }),
}
