import type { CancelOutcome } from '@sesa/contract'
import { inTransaction, type Db } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Engine } from './engine.ts'
import { pollTransfer } from './wait-for-outcome.ts'
import { readByPayment } from '../history/list.ts'
import type { State } from '../state/states.ts'
import type { TransferRow } from '../state/transfer-row.ts'
import { requestCancel } from '../state/wake.ts'

export interface CancelDeps {
  readonly db: Db
  readonly engine: Engine
}

const OUTCOMES: Readonly<Partial<Record<State, CancelOutcome>>> = {
  paid: 'refund',
  paying_out: 'refund_if_not_delivered',
  payout_unknown: 'refund_if_not_delivered',
  // The carrier is queried once more before the refund.
  payout_failed: 'refund_if_not_delivered',
  refunding: 'refund',
  refund_failed: 'refund',
  refunded: 'refund',
  cancelled: 'cancelled',
}

/**
 * Returns the outcome of the customer's cancellation, as far as a hold allows; undefined while it is unknown whether the
 * payment was charged.
 */
export function outcomeOf(row: TransferRow): CancelOutcome | undefined {
  // A closed payment may still have been charged.
  const closed = row.state === 'cancelled' && row.captured_at !== null ? 'refund' : OUTCOMES[row.state]
  // A hold may keep the money, so nothing is promised before it ends. A charge on a closed payment is always refunded.
  const isHeld = row.hold_reason !== null && row.state !== 'cancelled'
  const known = closed !== undefined && isHeld ? 'recorded' : closed
  const outcome = row.cancel_reason === 'user' ? known : undefined
  if (outcome === undefined && row.state !== 'awaiting_payment') throw new Refused('not_cancellable')
  return outcome
}

/**
 * Cancels a user's own transfer and returns the outcome; cancelling again returns the same. Throws Refused `not_found`,
 * `not_cancellable`, or `card_provider_unavailable` while the provider cannot confirm that an unpaid payment is closed; the
 * request is stored and carried out as soon as possible.
 */
export async function cancelTransfer(
  deps: CancelDeps,
  userId: string,
  paymentId: string,
): Promise<{ row: TransferRow; outcome: CancelOutcome }> {
  const found = await readByPayment(deps.db, userId, paymentId)
  if (found === undefined) throw new Refused('not_found')
  const asked = await inTransaction(deps.db, 'transfers.request_cancel', (tx) =>
    requestCancel(tx, found.id, 'user'),
  )
  if (!asked && found.cancel_reason === null) {
    // The transfer ended or was cancelled since it was read.
    const row = await readByPayment(deps.db, userId, paymentId)
    if (row?.cancel_reason !== 'user') throw new Refused('not_cancellable')
  }
  const { row } = await pollTransfer(deps, userId, paymentId, (now, { ran }) =>
    now.state === 'awaiting_payment' ? ran : now.state !== 'paid' || now.hold_reason !== null,
  )
  const outcome = outcomeOf(row)
  if (outcome !== undefined) return { row, outcome }
  // Nothing is cancelled before the network has ended the request on the payer's phone, or the bank has answered.
  if (row.pay_method === 'momo' || row.debit_started_at !== null) return { row, outcome: 'refund_if_charged' }
  throw new Refused('card_provider_unavailable', {
    retryAfter: 5,
    message:
      'We couldn’t confirm the cancellation with the card provider. We’re still trying. Check back in a moment.',
  })
}
