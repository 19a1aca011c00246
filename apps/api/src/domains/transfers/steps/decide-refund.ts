import { subtract, type Money } from '@sesa/money'
import { isLackOfFloat } from '../mobile-money/decide.ts'
import type { PaymentRefund, ProviderAnswer } from '../ports.ts'
import { unbookedRefunds, type TransferBalance } from '../state/transfer-balance.ts'
import type { Claim } from '../state/transfer-row.ts'

/** Refused refunds before staff review the transfer. */
const MOST_REFUNDS = 4n

/** The result, for now, of refunding what we owe. */
export type RefundResult = 'given' | 'refused' | 'no_float' | 'wait'

export type RefundDecision = { readonly result: RefundResult } | { readonly request: Money }

/** Returns true when nothing is owed any more, for example after a lost dispute. */
export function isNothingOwed({ owed }: Pick<TransferBalance, 'owed'>): boolean {
  return owed.amount <= 0n
}

/**
 * Decides the refund to request from the card provider. Checks for earlier refunds first, since the provider forgets
 * idempotency keys after a day. `isLater`: an earlier step of this state may have requested one, so a failed one in the list
 * counts as a refusal: providers accept a refund first, and fail it later.
 */
export function decideRefund(
  balance: TransferBalance,
  listed: ProviderAnswer<readonly PaymentRefund[]>,
  isLater = false,
): RefundDecision {
  const { owed } = balance
  if (isNothingOwed(balance)) return { result: 'given' }
  if (!listed.ok) return { result: 'wait' }
  const { succeeded, pending } = unbookedRefunds(listed.value, balance)
  if (succeeded >= owed.amount) return { result: 'given' }
  if (pending > 0n) return { result: 'wait' }
  if (listed.value.some(({ lacksFloat }) => lacksFloat)) return { result: 'no_float' }
  if (isLater && listed.value.some(({ status }) => status === 'failed')) return { result: 'refused' }
  return { request: subtract(owed, { ...owed, amount: succeeded }) }
}

/** Decides by the answer to a refund request; null for one that was too old to be sent. */
export function decideRefundAnswer(answer: ProviderAnswer<PaymentRefund> | null): RefundResult {
  if (answer === null) return 'wait'
  if (!answer.ok) {
    if (answer.reason === 'unknown') return 'wait'
    return isLackOfFloat(answer.code) ? 'no_float' : 'refused'
  }
  const { status } = answer.value
  return status === 'succeeded' ? 'given' : status === 'failed' ? 'refused' : 'wait'
}

/** Decides whether a refund that the card provider refused is requested again. */
export function decideRefundRetry(
  { attempts }: Pick<Claim, 'attempts'>,
  refundAttempts: bigint,
): 'retry_later' | 'refund_again' | 'hold' {
  if (attempts < 2) return 'retry_later'
  return refundAttempts < MOST_REFUNDS ? 'refund_again' : 'hold'
}
