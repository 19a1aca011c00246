import type { FastifyInstance } from 'fastify'
import type { Ledger } from '../monime/ledger.ts'
import type { MomoTransfers } from '../mtn-momo/transfers.ts'
import type { Payouts } from '../pawapay/payouts.ts'
import { fromWire } from './amounts.ts'

/** MTN's accounts by our names. */
const MOMO = {
  'mtn-momo': 'remittance',
  'mtn-momo-disbursement': 'disbursement',
  'mtn-momo-collection': 'collection',
} as const

/** A float to set: pawaPay's of a country (`GHA`), or one of MTN's of a currency (`GHS`), or Monime's. */
interface NewFloat {
  carrier: 'pawapay' | keyof typeof MOMO | 'monime'
  of: string
  balance: string
}

const body = {
  type: 'object',
  required: ['carrier', 'of', 'balance'],
  additionalProperties: false,
  properties: {
    carrier: { enum: ['pawapay', ...Object.keys(MOMO), 'monime'] },
    of: { type: 'string', pattern: '^[A-Z]{3}$' },
    balance: { type: 'string' },
  },
}

/** Registers the route that sets the business's float, under `/sandbox/floats`: a top-up, or an empty wallet. */
export function registerFloats(
  app: FastifyInstance,
  { payouts, momo, monime }: { payouts: Payouts; momo: MomoTransfers; monime: Ledger },
): void {
  app.post<{ Body: NewFloat }>('/sandbox/floats', { schema: { body } }, async (request, reply) => {
    const { carrier, of, balance } = request.body
    const minor = fromWire(balance)
    if (minor === null) return reply.code(400).send({ error: `${balance} is not an amount such as 120.50` })
    if (carrier === 'monime') monime.setBalance(minor)
    else if (carrier !== 'pawapay') momo.setFloat(MOMO[carrier], of, minor)
    else if (!payouts.setFloat(of, minor))
      return reply.code(404).send({ error: `pawaPay has no wallet of ${of}` })
    return reply.code(201).send({ carrier, of, balance })
  })
}
