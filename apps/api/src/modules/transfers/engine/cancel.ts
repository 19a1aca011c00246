import type { CancelOutcome } from '@sesa/contract'
import { sql } from 'kysely'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import type { CancelReason } from '../../../db/schema/money.ts'
import { Refused } from '../../../lib/refused.ts'
import type { Engine } from './engine.ts'
import { pollTransfer } from './wait-for-outcome.ts'
import { readByPayment } from '../history/list.ts'
import { record } from '../state/transitions.ts'
import type { State } from '../state/states.ts'
import type { TransferRow } from '../state/claims.ts'

export interface CancelDeps {
  readonly db: Db
  readonly engine: Engine
}

/**
 * Asks for a transfer to be cancelled and makes its step due; the step does it, at the card provider first. Whether the
 * pay-out has begun is settled here, under the row's lock: a step that begins it looks at the wish in its own update.
 * False when nothing can be cancelled any more, or has been asked before.
 */
export async function requestCancel(
  tx: Tx,
  id: string,
  reason: Extract<CancelReason, 'user' | 'operator'>,
  operator?: string,
): Promise<boolean> {
  const { rows } = await sql<Pick<TransferRow, 'id' | 'state' | 'hold_reason'>>`
    update transfers set cancel_reason = ${reason}, bumps = bumps + 1,
      next_step_at = case when hold_reason is null then now() else next_step_at end
    where id = ${id} and cancel_reason is null
      and state in ('awaiting_payment', 'paid', 'paying_out', 'payout_unknown')
      and (state <> 'awaiting_payment' or hold_reason is null)
    returning id, state, hold_reason`.execute(tx)
  const [row] = rows
  if (row === undefined) return false
  await record(tx, row.state, row, { kind: 'cancel_requested', ...(operator !== undefined && { operator }) })
  return true
}

const OUTCOMES: Readonly<Partial<Record<State, CancelOutcome>>> = {
  paid: 'refund',
  paying_out: 'refund_if_not_delivered',
  payout_unknown: 'refund_if_not_delivered',
  // The operator is asked once more before the money goes back.
  payout_failed: 'refund_if_not_delivered',
  refunding: 'refund',
  refund_failed: 'refund',
  refunded: 'refund',
  cancelled: 'cancelled',
}

/** Returns the outcome of the sender's cancellation; undefined while it is unknown whether the card was charged. */
function outcomeOf(row: TransferRow): CancelOutcome | undefined {
  // A payment that was closed may have been charged all the same.
  const closed = row.state === 'cancelled' && row.captured_at !== null ? 'refund' : OUTCOMES[row.state]
  const outcome = row.cancel_reason === 'user' ? closed : undefined
  if (outcome === undefined && row.state !== 'awaiting_payment') throw new Refused('not_cancellable')
  return outcome
}

/**
 * Cancels a user's own transfer and says what that comes to. Asking again answers the same. Refused: `not_found`,
 * `not_cancellable`, and `card_provider_unavailable` while the provider cannot confirm that an unpaid payment is closed;
 * the wish stands and is carried out as soon as it can.
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
    // It ended, or somebody asked, since it was read: what it is now decides.
    const row = await readByPayment(deps.db, userId, paymentId)
    if (row?.cancel_reason !== 'user') throw new Refused('not_cancellable')
  }
  const { row } = await pollTransfer(deps, userId, paymentId, (now, { ran }) =>
    now.state === 'awaiting_payment' ? ran : now.state !== 'paid' || now.hold_reason !== null,
  )
  const outcome = outcomeOf(row)
  if (outcome !== undefined) return { row, outcome }
  throw new Refused('card_provider_unavailable', {
    retryAfter: 5,
    message:
      'We could not confirm with the card provider that this payment is closed. We keep trying; look again in a moment.',
  })
}
