import { sql, type QueryCreator, type RawBuilder } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { Schema } from '../../../db/schema.ts'
import type { CardEvent } from '../ports.ts'
import { isCancellable, isEnd, isPayoutInFlight, mayBePaidOut, STATES, type State } from './states.ts'
import { recordEvent, wakeWhere } from './transitions.ts'

const inStates = (states: readonly State[]) => sql<boolean>`state in (${sql.join(states)})`

/** Saves a card provider's event, once, and wakes the transfer of its payment, in one statement. */
export async function wakePayment(db: Db | Tx, provider: string, event: CardEvent): Promise<void> {
  const { id: event_id, type, paymentId: subject, afterwards, charged } = event
  const saved = db.with('saved', (within) =>
    within
      .insertInto('provider_events')
      .values({ provider, event_id, type, subject })
      .onConflict((conflict) => conflict.doNothing())
      .returning('subject'),
  )
  const isDue = sql<boolean>`payment_intent_id = (select subject from saved)
    and (${afterwards} or (${charged} and state in ('cancelled', 'awaiting_payment'))
      or (next_step_at is not null and hold_reason is null))`
  const lateEventsPending = sql<boolean>`late_events_pending or ${afterwards} or state = 'cancelled'`
  const chargeUnknown = sql<boolean>`charge_unknown or (${charged} and state = 'awaiting_payment')`
  await wakeWhere(saved, isDue, { lateEventsPending, chargeUnknown })
}

/** Wakes the transfer of a request to pay, even while it is on hold: its carrier has something to say. */
export async function wakeCollection(db: Db | Tx, attemptId: string): Promise<void> {
  const isDue = sql<boolean>`id = (select transfer_id from collection_attempts where id = ${attemptId})
    and state = 'awaiting_payment'`
  await wakeWhere(db, isDue, { chargeUnknown: sql<boolean>`true` })
}

/** Makes the first question about a request to pay due, in the statement that records it; returns false for none recorded. */
export async function wakeToCollect(
  db: Pick<QueryCreator<Schema>, 'updateTable'>,
  isRecorded: RawBuilder<boolean>,
): Promise<boolean> {
  const woken = await wakeWhere(db, isRecorded, {
    nextStepAt: sql<Date>`now() + interval '2 seconds'`,
    chargeUnknown: sql<boolean>`true`,
    isFirst: true,
  })
  return woken.length > 0
}

/** Wakes the transfer of a refund to a wallet, under its own hold or not. */
export async function wakeWalletRefund(db: Db | Tx, refundId: string): Promise<void> {
  const isDue = sql<boolean>`id = (select a.transfer_id from collection_refunds r
      join collection_attempts a on a.id = r.attempt_id where r.id = ${refundId} and r.request_id is not null)
    and next_step_at is not null`
  await wakeWhere(db, isDue)
}

/** Wakes the transfer of a pay-out, even while it is on hold. A transfer that was given up checks its result once more. */
export async function wakePayout(db: Db | Tx, reference: string): Promise<void> {
  const isDue = sql<boolean>`payout_reference = ${reference}
    and state not in ('awaiting_payment', 'sent', 'cancelled')`
  const lateEventsPending = sql<boolean>`late_events_pending or not ${inStates(STATES.filter(isPayoutInFlight))}`
  await wakeWhere(db, isDue, { lateEventsPending })
}

/**
 * Requests that a transfer be cancelled and makes its step due; the step cancels it, at the card provider first. The row's
 * lock decides a race with a pay-out. Returns false when it cannot be cancelled, or already was.
 */
export async function requestCancel(
  tx: Tx,
  id: string,
  reason: 'user' | 'staff',
  staff?: string,
): Promise<boolean> {
  const isOpen = sql<boolean>`id = ${id} and cancel_reason is null
    and ${inStates(STATES.filter(isCancellable))} and (state <> 'awaiting_payment' or hold_reason is null)`
  const nextStepAt = sql<Date | null>`case when hold_reason is null then now() else next_step_at end`
  const [row] = await wakeWhere(tx, isOpen, { cancelReason: reason, nextStepAt })
  if (row === undefined) return false
  await recordEvent(tx, row.state, row, { kind: 'cancel_requested', ...(staff !== undefined && { staff }) })
  return true
}

/** Requests that an unpaid payment be closed; a step closes it at the provider. `replaced` overrides other reasons. */
export async function closeUnpaid(tx: Tx, id: string, reason: 'replaced' | 'declined'): Promise<void> {
  const overrides = reason === 'replaced'
  const isUnpaid = sql<boolean>`id = ${id} and state = 'awaiting_payment' and (cancel_reason is null or ${overrides})`
  await wakeWhere(tx, isUnpaid, { cancelReason: reason })
}

/** Requests that all unpaid payments of a user be closed: their name or date of birth changes, or the account is on hold. */
export async function closeAllUnpaid(
  tx: Tx,
  userId: string,
  reason: 'identity' | 'account_held',
): Promise<void> {
  const isUnpaid = sql<boolean>`user_id = ${userId} and state = 'awaiting_payment' and hold_reason is null
    and cancel_reason is null`
  await wakeWhere(tx, isUnpaid, { cancelReason: reason })
}

/** Wakes the transfers that wait for the screening list, or for the decision about a match. */
export async function wakeScreened(
  db: Db | Tx,
  reason: 'screening' | 'screening_unavailable',
): Promise<void> {
  await wakeWhere(db, sql<boolean>`hold_reason = ${reason} and not ${inStates(STATES.filter(isEnd))}`)
}

/** Checks a user's charged transfers against the holds on the account before any more is paid out. */
export async function wakeUndelivered(tx: Tx, userId: string, except: string | null): Promise<void> {
  const isUndelivered = sql<boolean>`user_id = ${userId} and id is distinct from ${except}::uuid
    and payment_intent_id is not null and ${inStates(STATES.filter(mayBePaidOut))}`
  await wakeWhere(tx, isUndelivered, { lateEventsPending: sql<boolean>`true` })
}
