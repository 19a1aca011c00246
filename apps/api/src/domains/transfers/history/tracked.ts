import type { NetworkValue, TrackedState } from '@sesa/contract'
import { money, type Money } from '@sesa/money'
import type { Db } from '../../../db/index.ts'
import { readFrozenSender } from '../state/transfer-row.ts'
import type { HoldReason } from '../state/holds.ts'
import { isEnd, isPayoutInFlight, type State } from '../state/states.ts'
import { readTransfer, type TransferRow } from '../state/transfer-row.ts'
import { readHistory } from './list.ts'
import { networkLabel } from './texts.ts'
import type { HistoryEvent } from './view.ts'

/** A transfer as shown to its recipient. */
export interface TrackedTransfer {
  readonly state: TrackedState
  /** Time of this state. */
  readonly since: Date
  /** Time of its final state; null before. */
  readonly endedAt: Date | null
  readonly receive: Money
  readonly network: { readonly value: NetworkValue; readonly label: string }
  /** Name frozen with the transfer; null for a transfer of an earlier release. */
  readonly senderName: string | null
  /** E.164. */
  readonly recipientPhone: string
}

/** The state shown to the recipient for each state, without holds and cancellations. */
const LOOKS_LIKE: Readonly<Record<State, TrackedState>> = {
  awaiting_payment: 'preparing',
  paid: 'preparing',
  paying_out: 'on_its_way',
  payout_unknown: 'on_its_way',
  // The carrier is queried again, so the money may still arrive.
  payout_failed: 'on_its_way',
  sent: 'arrived',
  refunding: 'not_delivered',
  refund_failed: 'not_delivered',
  refunded: 'not_delivered',
  cancelled: 'cancelled',
}

/** Holds after the carrier reported that it has no pay-out of the transfer. */
const NOT_WITH_CARRIER: readonly string[] = [
  'payout_float_empty',
  'payout_not_taken',
  'screening',
  'screening_unavailable',
] satisfies HoldReason[]

/** Returns true unless we know that no pay-out of a transfer on hold is with the carrier. */
const mayHaveLeft = (state: State, hold: string): boolean =>
  isPayoutInFlight(state) && !NOT_WITH_CARRIER.includes(hold)

/** Returns the state shown to the recipient. */
export function trackedState({
  state,
  hold_reason,
  cancel_reason,
  refund_order,
}: Pick<TransferRow, 'state' | 'hold_reason' | 'cancel_reason' | 'refund_order'>): TrackedState {
  const look = LOOKS_LIKE[state]
  if (look === 'not_delivered') return cancel_reason === null ? look : 'cancelled'
  // A hold may keep the money, so the state says neither that it arrives nor that it does not.
  if (hold_reason !== null && !isEnd(state) && !mayHaveLeft(state, hold_reason)) return 'preparing'
  if (look !== 'preparing') return look
  // The charge will be refunded: nothing is paid out from here.
  if (state === 'paid' && cancel_reason !== null) return 'cancelled'
  return state === 'paid' && refund_order !== null ? 'not_delivered' : look
}

/**
 * Returns the time of the transfer's last change shown to the recipient; undefined without any event. A hold repeats the
 * state, so its time is not shown.
 */
export function trackedSince(history: readonly HistoryEvent[]): Date | undefined {
  const look = history.at(-1)?.to_state
  if (look === undefined) return undefined
  const before = history.findLastIndex(({ to_state }) => LOOKS_LIKE[to_state] !== LOOKS_LIKE[look])
  return history[before + 1]?.at
}

/** Reads a transfer as shown to its recipient. */
export async function readTracked(db: Db, transferId: string): Promise<TrackedTransfer | undefined> {
  const row = await readTransfer(db, transferId)
  if (row === undefined) return undefined
  const [history, sender] = await Promise.all([readHistory(db, transferId), readFrozenSender(db, transferId)])
  const end = history.findLast(({ kind, to_state }) => kind === 'moved' && to_state === row.state)
  return {
    state: trackedState(row),
    since: trackedSince(history) ?? row.created_at,
    endedAt: isEnd(row.state) ? (end?.at ?? row.state_changed_at) : null,
    receive: money(row.receive_amount, row.receive_currency),
    network: { value: row.network, label: networkLabel(row) },
    senderName: sender?.name ?? null,
    recipientPhone: row.recipient_phone,
  }
}
