import * as v from 'valibot'
import { providerText } from '../../lib/provider-text.ts'
import { parseProviderAmount } from '../../lib/provider-amount.ts'
import type { PayoutReport } from '../../modules/reconciliation/ports.ts'
import type { PayoutSent, PayoutStatus } from '../../modules/transfers/ports.ts'

/** What pawaPay calls the id of an order: of a payout, or of a remittance. */
export type IdField = 'payoutId' | 'remittanceId'

const failureReason = v.object({ failureCode: providerText })

// Fields may be added at any time: only what is used is checked.
const initiation = v.object({ status: v.string(), failureReason: v.nullish(failureReason) })
const found = v.variant('status', [
  v.object({
    status: v.literal('FOUND'),
    data: v.object({
      payoutId: v.nullish(v.string()),
      remittanceId: v.nullish(v.string()),
      status: v.string(),
      failureReason: v.nullish(failureReason),
      amount: v.optional(v.unknown()),
      currency: v.optional(v.unknown()),
    }),
  }),
  v.object({ status: v.literal('NOT_FOUND') }),
])

const TAKEN = new Set(['ACCEPTED', 'ENQUEUED', 'DUPLICATE_IGNORED'])
/** Not paid now; the same request may be taken later. */
const RETRY = new Set([
  'PROVIDER_TEMPORARILY_UNAVAILABLE',
  'REQUEST_EXPIRED',
  'PAYOUTS_NOT_ALLOWED',
  'REMITTANCES_NOT_ALLOWED',
])
const NO_FUNDS = 'PAWAPAY_WALLET_OUT_OF_FUNDS'

/** pawaPay's answer; null when there was none. */
export type Answer = { readonly status: number; readonly body: unknown } | null

/** What became of a request. What is not pawaPay's clear word is `unknown`. */
export function readInitiation(answer: Answer): PayoutSent {
  const parsed = v.safeParse(initiation, answer?.body)
  if (answer === null || !parsed.success || answer.status >= 500) return { outcome: 'unknown' }
  const { status, failureReason: reason } = parsed.output
  if (answer.status === 200 && TAKEN.has(status)) return { outcome: 'accepted' }
  if (status !== 'REJECTED' || !reason) return { outcome: 'unknown' }
  const code = reason.failureCode
  if (code === NO_FUNDS) return { outcome: 'rejected', code, next: 'no_funds' }
  // 401 and 403 are our own set-up: nothing is wrong with the transfer, it waits until that is mended.
  const retry = RETRY.has(code) || [401, 403, 408, 425, 429].includes(answer.status)
  return { outcome: 'rejected', code, next: retry ? 'retry' : 'final' }
}

/** What became of the order with this reference, with what was paid. What is not pawaPay's clear word is `unknown`. */
export function readStatus(
  answer: Answer,
  idField: IdField,
  reference: string,
): PayoutStatus & Pick<PayoutReport, 'amount'> {
  const parsed = v.safeParse(found, answer?.body)
  if (!parsed.success || answer?.status !== 200) return { status: 'unknown' }
  if (parsed.output.status === 'NOT_FOUND') return { status: 'not_found' }
  const { data } = parsed.output
  if (data[idField] !== reference) return { status: 'unknown' }
  if (data.status === 'COMPLETED')
    return { status: 'completed', amount: parseProviderAmount(data.amount, data.currency) }
  if (data.status !== 'FAILED') return { status: 'pending' }
  return { status: 'failed', code: data.failureReason?.failureCode ?? 'UNSPECIFIED_FAILURE' }
}
