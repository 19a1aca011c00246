import { fromWire } from '../carriers/amounts.ts'
import type { FaultTarget } from '../core/world.ts'
import type { Product } from './access.ts'
import { outcomeOf, payerOutcomeOf } from './outcomes.ts'
import type { Outcome } from './outcomes.ts'
import type { PayRequests } from './pay-requests.ts'
import { readPayRequest, readRefundRequest, readTransferRequest } from './transfer-request.ts'
import type { Refusal } from './transfer-request.ts'
import type { MomoTransfers } from './transfers.ts'

interface Order {
  outcome: Outcome
  accept(reference: string, callback: string | null): 'accepted' | 'known' | 'no_funds'
}

/** An operation of the API: what its routes need to know. */
export interface Orders {
  /** The product whose tokens it accepts. */
  product: Product
  path: string
  /** The rail whose faults affect its calls. */
  rail: Extract<FaultTarget, 'payout' | 'collection'>
  /** Parses a body; `isNew` is false for a reference that was used before. */
  read(body: unknown, environment: string, isNew: boolean): Order | { refusal: Refusal }
  find(reference: string): Record<string, unknown> | null
  lose(reference: string): boolean
}

const PATHS = {
  disbursement: '/disbursement/v1_0/transfer',
  remittance: '/remittance/v2_0/cashtransfer',
} as const

export function transfersOf(momo: MomoTransfers, product: 'disbursement' | 'remittance'): Orders {
  return {
    ...{ product, path: PATHS[product], rail: 'payout' },
    read(body, environment) {
      const reading = readTransferRequest(body, environment, product)
      if ('refusal' in reading) return reading
      const { transfer } = reading
      const outcome = outcomeOf(transfer.msisdn)
      return {
        outcome,
        accept: (reference, callback) => momo.accept(reference, product, transfer, outcome, callback),
      }
    },
    find: (reference) => momo.find(product, reference),
    lose: (reference) => momo.lose(reference),
  }
}

export function payRequests(payments: PayRequests): Orders {
  return {
    ...{ product: 'collection', path: '/collection/v1_0/requesttopay', rail: 'collection' },
    read(body, environment) {
      const request = readPayRequest(body, environment)
      if ('refusal' in request) return request
      const outcome = payerOutcomeOf(request.msisdn)
      return {
        outcome,
        accept: (reference, callback) => payments.accept(reference, request, outcome, callback),
      }
    },
    find: (reference) => payments.find(reference),
    lose: (reference) => payments.lose(reference),
  }
}

/** Refunds of requests to pay, which belong to disbursement. */
export function refunds(payments: PayRequests, momo: MomoTransfers): Orders {
  return {
    ...{ product: 'disbursement', path: '/disbursement/v1_0/refund', rail: 'collection' },
    read(body, environment, isNew) {
      const request = readRefundRequest(body, environment)
      if ('refusal' in request) return request
      const minor = isNew ? (fromWire(request.amount) ?? 0n) : 0n
      const found = payments.refundable(request.referenceIdToRefund, request.currency, minor)
      if ('refusal' in found) return found
      const { msisdn } = found
      const outcome = outcomeOf(msisdn)
      return {
        outcome,
        accept: (reference, callback) =>
          momo.accept(reference, 'refund', { ...request, msisdn, sender: {} }, outcome, callback),
      }
    },
    find: (reference) => momo.find('refund', reference),
    lose: (reference) => momo.lose(reference),
  }
}
