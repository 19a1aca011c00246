import type { NetworkValue } from '@sesa/contract'
import * as v from 'valibot'
import { providerText } from '../../lib/provider-values.ts'
import type { MonimeClient } from './client.ts'

/** A network's wallets at Monime. */
export interface Momo {
  /** Monime's own id. */
  readonly id: string
  readonly network: NetworkValue
  /** True if Monime takes payments from its wallets and can pay them back. */
  readonly open: boolean
}

// Published examples contradict each other about whose `m17` and `m18` are, so the names decide.
const NAMES: readonly (readonly [RegExp, NetworkValue])[] = [
  [/^orange/i, 'orange'],
  [/^afri(money|cell)/i, 'afrimoney'],
  [/^q(money|cell)/i, 'qmoney'],
]

const momos = v.array(
  v.object({
    providerId: v.pipe(providerText, v.regex(/^\w{1,32}$/)),
    name: v.string(),
    status: v.object({ active: v.boolean() }),
    featureSet: v.object({
      payout: v.object({ canPayTo: v.boolean() }),
      payment: v.object({ canPayFrom: v.boolean() }),
    }),
  }),
)

/** Reads the networks of Sierra Leone that Monime serves; null when it does not answer. */
export async function readMomos(call: MonimeClient): Promise<readonly Momo[] | null> {
  const answer = await call(momos, 'GET', '/momos?country=SL&limit=50')
  if (answer.kind !== 'result') return null
  return answer.result.flatMap(({ providerId: id, name, status, featureSet: { payout, payment } }) => {
    const network = NAMES.find(([pattern]) => pattern.test(name))?.[1]
    const open = status.active && payment.canPayFrom && payout.canPayTo
    return network === undefined ? [] : [{ id, network, open }]
  })
}
