import type { TimelineStep, TransferStatus } from '@sesa/contract'

/**
 * The states of a transfer. One row has one state; a separate hold stops it in any of them.
 *
 * - `awaiting_payment`: priced, the card payment is open at the provider. Nothing was charged as far as we know.
 * - `paid`: the card was charged the quoted amount.
 * - `paying_out`: a pay-out request was recorded, and may have been sent.
 * - `payout_unknown`: a request was sent with an unknown outcome. Query it by reference.
 * - `payout_failed`: the carrier reported that the money did not and will not arrive. It is queried again before a refund.
 * - `sent`: the money is in the recipient's wallet. End.
 * - `refunding`: the whole charge is being refunded to the card.
 * - `refund_failed`: the card provider refused the refund.
 * - `refunded`: the whole charge was refunded. End.
 * - `cancelled`: the card provider confirmed that the payment is closed, uncharged. End.
 */
export const STATES = [
  'awaiting_payment',
  'paid',
  'paying_out',
  'payout_unknown',
  'payout_failed',
  'sent',
  'refunding',
  'refund_failed',
  'refunded',
  'cancelled',
] as const

export type State = (typeof STATES)[number]

/**
 * Every allowed change of state. An event after an end is a correction entry and a hold, never another state.
 * `invariants.sql` repeats this list on purpose, so that the check of the books does not depend on this code.
 */
export const EDGES: Readonly<Record<State, readonly State[]>> = {
  // `cancelled` once the card provider confirms it; `refunding` when it was charged too late or not as quoted.
  awaiting_payment: ['paid', 'cancelled', 'refunding'],
  paid: ['paying_out', 'refunding'],
  paying_out: ['sent', 'payout_failed', 'payout_unknown'],
  payout_unknown: ['sent', 'payout_failed', 'paying_out'],
  // `sent`: the carrier paid after all, before anything was refunded.
  payout_failed: ['refunding', 'sent'],
  sent: [],
  // `sent`: the carrier paid after all, before any refund request was recorded.
  refunding: ['refunded', 'refund_failed', 'sent'],
  refund_failed: ['refunding'],
  refunded: [],
  cancelled: [],
}

/** Returns true when a transfer may change from one state to the other. */
export function isEdge(from: State, to: State): boolean {
  return EDGES[from].includes(to)
}

/** Checks that each step of `path` is an edge. @throws Error otherwise. */
export function requireEdges(path: readonly State[]): void {
  path.slice(1).forEach((to, index) => {
    const from = path[index]
    if (from !== undefined && !isEdge(from, to)) throw new Error(`A transfer cannot go from ${from} to ${to}`)
  })
}

/** Returns true when no edge leads out of a state. */
export function isEnd(state: State): boolean {
  return EDGES[state].length === 0
}

/** Returns true while a pay-out request may be with the carrier, whose answer ends it. */
export function isPayoutInFlight(state: State): boolean {
  return state === 'paying_out' || state === 'payout_unknown'
}

/** Returns true while the card was charged and the pay-out is not final: the transfer may still be paid out. */
export function mayBePaidOut(state: State): boolean {
  return state === 'paid' || isPayoutInFlight(state)
}

/** Returns true while a cancellation can still change how a transfer ends. */
export function isCancellable(state: State): boolean {
  return state === 'awaiting_payment' || mayBePaidOut(state)
}

/** Returns true when the money is being refunded to the card or was: a pay-out that then arrives is a loss. */
export function isGivingBack(state: State): boolean {
  return state === 'refunding' || state === 'refund_failed' || state === 'refunded'
}

interface Shown {
  /** The public status; null while the card has not been charged. */
  readonly status: TransferStatus | null
  /** Its step of the timeline. */
  readonly step: TimelineStep['step']
}

/** How each state appears to the customer; `history/texts.ts` has the texts. */
const SHOWN: Readonly<Record<State, Shown>> = {
  awaiting_payment: { status: null, step: 'created' },
  paid: { status: 'processing', step: 'paid' },
  paying_out: { status: 'processing', step: 'paying_out' },
  payout_unknown: { status: 'processing', step: 'paying_out' },
  // The carrier is queried again, so the money may still arrive.
  payout_failed: { status: 'processing', step: 'checking' },
  sent: { status: 'sent', step: 'sent' },
  refunding: { status: 'failed', step: 'refunding' },
  refund_failed: { status: 'failed', step: 'refunding' },
  refunded: { status: 'refunded', step: 'refunded' },
  cancelled: { status: 'cancelled', step: 'cancelled' },
}

/** Returns the timeline step of a state. */
export function stepOf(state: State): TimelineStep['step'] {
  return SHOWN[state].step
}

/** Returns the public status; null while the card has not been charged. */
export function publicStatus(state: State, held: boolean): TransferStatus | null {
  return held ? 'held' : SHOWN[state].status
}

/** Returns the states shown as this status without a hold. */
export function statesShownAs(status: TransferStatus): readonly State[] {
  return STATES.filter((state) => SHOWN[state].status === status)
}

/**
 * The moves that customers and recipients are notified of: a new state, or a hold set or lifted. No move gives the reason for
 * a hold. `payout_failed` is announced once the failure is certain and the charge is being refunded.
 */
export type TransferMove =
  | Extract<State, 'paid' | 'sent' | 'payout_failed' | 'refunded' | 'cancelled'>
  | 'debiting'
  | 'held'
  | 'released'
