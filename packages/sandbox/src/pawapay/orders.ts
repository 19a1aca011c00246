import type { FaultTarget } from '../core/world.ts'
import { readDepositRequest, readRefundRequest } from './deposits/deposit-request.ts'
import type { Deposits } from './deposits/deposits.ts'
import type { DepositStates } from './deposits/states.ts'
import { readPayoutRequest } from './payout-request.ts'
import type { Failure } from './payout-request.ts'
import type { Payouts, Submission } from './payouts.ts'

/** A well-formed request; `isOpen` is false while its provider takes none. */
interface Order {
  kind: 'order'
  id: string
  /** Decides the outcome. */
  phoneNumber: string
  isOpen: boolean
  submit(): Submission
}

/** An operation of the API: what its routes need to know. */
export interface Orders {
  operation: 'payout' | 'remittance' | 'deposit' | 'refund'
  /** The rail whose faults affect its calls. */
  rail: Extract<FaultTarget, 'payout' | 'collection'>
  /** More fields of an accepted request's answer. */
  nextStep: { nextStep?: 'FINAL_STATUS' }
  read(
    body: unknown,
  ): Order | { kind: 'malformed'; failure: Failure } | { kind: 'rejected'; id: string; failure: Failure }
  find(id: string): Record<string, unknown> | null
  lose(id: string): boolean
  resendCallback(id: string): boolean | null
}

export function payoutOrders(payouts: Payouts, operation: 'payout' | 'remittance'): Orders {
  return {
    ...{ operation, rail: 'payout', nextStep: {} },
    read(body) {
      const reading = readPayoutRequest(body, operation)
      if (reading.kind !== 'payout') return reading
      const { payout } = reading
      const { id, phoneNumber } = payout
      return { kind: 'order', id, phoneNumber, isOpen: true, submit: () => payouts.submit(payout) }
    },
    find: (id) => payouts.find(id, operation),
    lose: (id) => payouts.lose(id),
    resendCallback: (id) => payouts.resendCallback(id, operation),
  }
}

export function depositOrders(deposits: Deposits, states: DepositStates): Orders {
  return {
    ...{ operation: 'deposit', rail: 'collection', nextStep: { nextStep: 'FINAL_STATUS' } },
    read(body) {
      const reading = readDepositRequest(body)
      if (reading.kind !== 'deposit') return reading
      const { deposit } = reading
      const { id, phoneNumber, provider } = deposit
      const isOpen = states.of(provider) === 'OPERATIONAL'
      return { kind: 'order', id, phoneNumber, isOpen, submit: () => deposits.submit(deposit) }
    },
    find: (id) => deposits.find(id),
    lose: (id) => deposits.lose(id),
    resendCallback: (id) => deposits.resendCallback(id),
  }
}

export function refundOrders(deposits: Deposits, payouts: Payouts): Orders {
  return {
    ...{ operation: 'refund', rail: 'collection', nextStep: {} },
    read(body) {
      const reading = readRefundRequest(body)
      if (reading.kind !== 'refund') return reading
      const { refund } = reading
      const phoneNumber = deposits.payerOf(refund.depositId)
      return {
        kind: 'order',
        ...{ id: refund.id, phoneNumber, isOpen: true },
        submit: () => deposits.refund(refund),
      }
    },
    find: (id) => payouts.find(id, 'refund'),
    lose: (id) => payouts.lose(id),
    resendCallback: (id) => payouts.resendCallback(id, 'refund'),
  }
}
