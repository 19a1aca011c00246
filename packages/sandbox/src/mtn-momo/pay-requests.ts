import { asJson, fromWire } from '../carriers/amounts.ts'
import type { Collection, Collections } from '../carriers/collections.ts'
import type { Phones } from '../carriers/phones.ts'
import type { World } from '../core/world.ts'
import type { Outcome } from './outcomes.ts'
import type { MoneyFields, Refusal } from './transfer-request.ts'
import { callBack } from './transfers.ts'
import type { MomoTransfers } from './transfers.ts'

/** The payer has about five minutes. */
const PROMPT_MS = 300_000

export type PayRequest = MoneyFields & { msisdn: string }
type Wire = PayRequest & { callback: string | null }

export interface PayRequests {
  /** Accepts a request under its reference; `known`: only the attempt is counted. */
  accept(
    reference: string,
    request: PayRequest,
    outcome: Outcome,
    callback: string | null,
  ): 'accepted' | 'known'
  /** Records a request that never reached MTN; returns true for the first one with its reference. */
  lose(reference: string): boolean
  /** Returns MTN's body for a status query, or null if it has no such request. */
  find(reference: string): Record<string, unknown> | null
  /** Returns the payer to whom this refund goes, or MTN's refusal. */
  refundable(reference: string, currency: string, minor: bigint): { msisdn: string } | { refusal: Refusal }
}

/** Opens MTN's requests to pay. Their money arrives in an account of its own. */
export function openPayRequests(
  world: World,
  { collections, phones, momo }: { collections: Collections; phones: Phones; momo: MomoTransfers },
): PayRequests {
  const find = (reference: string) => collections.find('mtn-momo', reference)

  collections.onEnd('mtn-momo', {
    // MTN's page of errors: "predominantly" too little money.
    poor: 'INTERNAL_PROCESSING_ERROR',
    ended(collection) {
      const { status, currency, amount } = collection
      if (status === 'completed')
        momo.setFloat('collection', currency, momo.floatOf('collection', currency) + BigInt(amount))
      const { callback } = wireOf(collection)
      if (callback !== null) callBack(world, callback, toBody(collection), 'collection')
    },
  })

  return {
    accept: (reference, request, outcome, callback) =>
      world.atomically(() => {
        const { msisdn, amount, currency } = request
        const minor = fromWire(amount) ?? 0n
        const wire: Wire = { ...request, callback }
        if (!collections.open({ provider: 'mtn-momo', reference, msisdn, minor, currency, wire }))
          return 'known'
        if (outcome.kind === 'failed') collections.end(reference, outcome.code)
        else if (outcome.kind === 'pending') {
          if (outcome.forMs !== null) collections.endLater(reference, outcome.forMs)
        } else
          phones.ask({
            ...{ reference, msisdn, amount: asJson(minor), currency },
            ...{ name: 'Sesa', isShown: true, codes: [], lifeMs: PROMPT_MS },
            declined: 'APPROVAL_REJECTED',
            expired: 'COULD_NOT_PERFORM_TRANSACTION',
          })
        return 'accepted'
      }),
    lose: (reference) => collections.lose(reference),
    find(reference) {
      const found = find(reference)
      return found && toBody(found)
    },
    refundable(reference, currency, minor) {
      const found = find(reference)
      const refuse = (status: number, code: string) => ({ refusal: { status, code } })
      if (found === null) return refuse(404, 'RESOURCE_NOT_FOUND')
      if (found.currency !== currency) return refuse(500, 'INVALID_CURRENCY')
      // Invented: MTN does not say what it answers.
      if (found.status !== 'completed' || minor > found.amount - momo.refundsOf(reference))
        return refuse(500, 'NOT_ALLOWED')
      return { msisdn: found.msisdn }
    },
  }
}

const wireOf = ({ wire }: Collection) => wire as unknown as Wire

function toBody(collection: Collection): Record<string, unknown> {
  const { status, failure, transactionId } = collection
  const { msisdn, callback: _, ...asSent } = wireOf(collection)
  const words = { pending: 'PENDING', completed: 'SUCCESSFUL', failed: 'FAILED' }
  return {
    ...asSent,
    payer: { partyIdType: 'MSISDN', partyId: msisdn },
    status: words[status],
    ...(status === 'completed' && { financialTransactionId: transactionId }),
    ...(failure !== null && { reason: { code: failure, message: 'Not paid' } }),
  }
}
