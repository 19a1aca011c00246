import { createPublicKey } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import { REFUSED_CALLBACK, type PayoutCallbacks } from '../../domains/transfers/ports.ts'
import { isSignedBy } from './signature.ts'

const id = v.pipe(v.string(), v.uuid())
const callback = v.union([v.object({ payoutId: id }), v.object({ remittanceId: id })])

/**
 * Parses pawaPay's notifications of payouts and remittances. `publicKey` (PEM) is pawaPay's own, set if the account
 * signs its callbacks: unsigned ones are then refused.
 */
export function createPawapayCallbacks(publicKey?: string): PayoutCallbacks {
  const key = publicKey === undefined ? undefined : createPublicKey(publicKey)
  return {
    name: 'pawapay',
    read(request) {
      if (key !== undefined && !isSignedBy(request, key, Date.now())) return REFUSED_CALLBACK
      const parsed = v.safeParse(callback, parseJson(request.body.toString('utf8')))
      if (!parsed.success) return null
      return 'payoutId' in parsed.output ? parsed.output.payoutId : parsed.output.remittanceId
    },
  }
}
