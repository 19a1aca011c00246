import { object, optional, string } from '../fields.ts'
import { CUSTOMER_MESSAGE, judge, readMetadata, reading, REFERENCE, UUID_V4 } from '../payout-request.ts'
import type { Failure } from '../payout-request.ts'

/** A well-formed request to take money from a wallet. */
export interface DepositRequest {
  id: string
  minor: bigint
  currency: string
  country: string
  phoneNumber: string
  provider: string
  /** As sent; queries return them unchanged. */
  amount: string
  clientReferenceId?: string
  customerMessage?: string
  metadata: Record<string, string>
}

/** A well-formed request to give back a deposit: all of it without an amount. */
export interface RefundRequest {
  id: string
  depositId: string
  amount?: string
  currency?: string
  clientReferenceId?: string
  metadata: Record<string, string>
}

type Malformed = { kind: 'malformed'; failure: Failure }
type DepositReading =
  | { kind: 'deposit'; deposit: DepositRequest }
  | Malformed
  | { kind: 'rejected'; id: string; failure: Failure }

const DEPOSIT = ['depositId', 'amount', 'currency', 'payer', 'preAuthorisationCode']
const REFUND = ['refundId', 'depositId', 'amount', 'currency']
const OPTIONAL = ['clientReferenceId', 'customerMessage', 'metadata']

/** Parses the body of `POST /v2/deposits`. */
export function readDepositRequest(body: unknown): DepositReading {
  return reading((): DepositReading => {
    const fields = object(body, 'body', [...DEPOSIT, ...OPTIONAL])
    const id = string(fields, 'depositId', UUID_V4)
    const payer = object(fields['payer'], 'payer', ['type', 'accountDetails'])
    string(payer, 'type', /^MMO$/)
    const account = object(payer['accountDetails'], 'accountDetails', ['phoneNumber', 'provider'])
    const deposit = {
      id,
      amount: string(fields, 'amount'),
      currency: string(fields, 'currency'),
      phoneNumber: string(account, 'phoneNumber'),
      provider: string(account, 'provider'),
      ...optional(fields, 'clientReferenceId', REFERENCE),
      ...optional(fields, 'customerMessage', CUSTOMER_MESSAGE),
      metadata: readMetadata(fields['metadata']),
    }
    const judged = judge(deposit, (carrier) => carrier.deposits.decimalsInAmount)
    if ('failureCode' in judged) return { kind: 'rejected', id, failure: judged }
    return { kind: 'deposit', deposit: { ...deposit, ...judged } }
  })
}

/** Parses the body of `POST /v2/refunds`. */
export function readRefundRequest(body: unknown): { kind: 'refund'; refund: RefundRequest } | Malformed {
  return reading(() => {
    const fields = object(body, 'body', [...REFUND, ...OPTIONAL])
    return {
      kind: 'refund' as const,
      refund: {
        id: string(fields, 'refundId', UUID_V4),
        depositId: string(fields, 'depositId', UUID_V4),
        ...optional(fields, 'amount', /^/),
        ...optional(fields, 'currency', /^/),
        ...optional(fields, 'clientReferenceId', REFERENCE),
        metadata: readMetadata(fields['metadata']),
      },
    }
  })
}
