import type { Money } from '@sesa/money'
import * as v from 'valibot'
import { parseProviderAmount, providerText, wordsOf } from '../../lib/provider-values.ts'
import type { PayoutReport } from '../../domains/books/reconciliation/ports.ts'
import type { PayoutSent, PayoutStatus } from '../../domains/transfers/ports.ts'

/** pawaPay's field for the id of an operation. */
export type IdField = 'payoutId' | 'remittanceId' | 'depositId' | 'refundId'

const failureReason = v.object({ failureCode: providerText, failureMessage: v.optional(v.unknown()) })

// pawaPay may add fields at any time, so only the fields we use are checked.
const initiation = v.object({ status: v.string(), failureReason: v.nullish(failureReason) })
const found = v.variant('status', [
  v.object({
    status: v.literal('FOUND'),
    data: v.object({
      payoutId: v.nullish(v.string()),
      remittanceId: v.nullish(v.string()),
      depositId: v.nullish(v.string()),
      refundId: v.nullish(v.string()),
      status: v.string(),
      failureReason: v.nullish(failureReason),
      amount: v.optional(v.unknown()),
      currency: v.optional(v.unknown()),
    }),
  }),
  v.object({ status: v.literal('NOT_FOUND') }),
])

const TAKEN = new Set(['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED'])
/** Not paid now; the same request may be accepted later. */
const RETRY = new Set([
  'PROVIDER_TEMPORARILY_UNAVAILABLE',
  'PAYOUTS_NOT_ALLOWED',
  'REMITTANCES_NOT_ALLOWED',
  'DEPOSITS_NOT_ALLOWED',
  'REFUNDS_NOT_ALLOWED',
])
const NO_FUNDS = 'PAWAPAY_WALLET_OUT_OF_FUNDS'

/** pawaPay's answer; null when there was none. */
export type Answer = { readonly status: number; readonly body: unknown } | null

/** Parses the outcome of a request. Anything pawaPay does not clearly report is `unknown`. */
export function readInitiation(answer: Answer): PayoutSent {
  const parsed = v.safeParse(initiation, answer?.body)
  if (answer === null || !parsed.success || answer.status >= 500) return { outcome: 'unknown' }
  const { status, failureReason: reason } = parsed.output
  if (answer.status === 200 && TAKEN.has(status)) return { outcome: 'accepted' }
  if (status !== 'REJECTED' || !reason) return { outcome: 'unknown' }
  const code = reason.failureCode
  const why = { outcome: 'rejected', code, ...wordsOf(reason.failureMessage) } as const
  if (code === NO_FUNDS) return { ...why, next: 'no_funds' }
  // 401 and 403 are about our own set-up: the transfer is valid and waits until that is fixed.
  const retry = RETRY.has(code) || [401, 403, 408, 425, 429].includes(answer.status)
  return { ...why, next: retry ? 'retry' : 'final' }
}

/** pawaPay's record of an operation. */
export interface Found {
  readonly status: string
  /** Undefined when it is missing or in an unknown form. */
  readonly amount: Money | undefined
  /** Why it failed. */
  readonly failure: { readonly code: string; readonly words?: string }
}

/** Parses pawaPay's record of the operation with this reference. Anything unclear is `unknown`. */
export function readFound(
  answer: Answer,
  idField: IdField,
  reference: string,
): Found | 'not_found' | 'unknown' {
  const parsed = v.safeParse(found, answer?.body)
  if (!parsed.success || answer?.status !== 200) return 'unknown'
  if (parsed.output.status === 'NOT_FOUND') return 'not_found'
  const { data } = parsed.output
  if (data[idField] !== reference) return 'unknown'
  const { failureCode: code = 'UNSPECIFIED_FAILURE', failureMessage } = data.failureReason ?? {}
  return {
    status: data.status,
    amount: parseProviderAmount(data.amount, data.currency),
    failure: { code, ...wordsOf(failureMessage) },
  }
}

/**
 * Parses the status of the payout with this reference, and the amount paid. Anything pawaPay does not clearly report is
 * `unknown`.
 */
export function readStatus(
  answer: Answer,
  idField: 'payoutId' | 'remittanceId',
  reference: string,
): PayoutStatus & Pick<PayoutReport, 'amount'> {
  const record = readFound(answer, idField, reference)
  if (typeof record === 'string') return { status: record }
  if (record.status === 'COMPLETED') return { status: 'completed', amount: record.amount }
  if (record.status !== 'FAILED') return { status: 'pending' }
  return { status: 'failed', ...record.failure }
}
