import { createPublicKey } from 'node:crypto'
import * as v from 'valibot'
import { parseJson } from '../../lib/parse-json.ts'
import {
  REFUSED_CALLBACK,
  type CallbackSubject,
  type PayoutCallbacks,
} from '../../domains/transfers/ports.ts'
import { isSignedBy } from './signature.ts'

const id = v.pipe(v.string(), v.uuid())
const optionalId = v.optional(v.unknown())
const callback = v.object({
  payoutId: optionalId,
  remittanceId: optionalId,
  refundId: optionalId,
  depositId: optionalId,
})

/** Kinds by the field that names them, first match first: a refund may also name its deposit. */
const KINDS = [
  ['payoutId', 'payout'],
  ['remittanceId', 'payout'],
  ['refundId', 'refund'],
  ['depositId', 'collection'],
] as const satisfies [string, CallbackSubject['kind']][]

/**
 * Parses pawaPay's notifications of payouts, remittances, deposits and refunds. `publicKey` (PEM) is pawaPay's own, set if the account
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
      for (const [field, kind] of KINDS) {
        const reference = parsed.output[field]
        if (v.is(id, reference)) return { kind, reference }
      }
      return null
    },
  }
}
