import type { TransferStatus } from '@sesa/contract'

/**
 * Where a transfer stands. One row has one state; a hold beside it stops it wherever it stands.
 *
 * - `awaiting_payment`: priced, the card payment is open at the provider. Nothing was charged as far as we know.
 * - `paid`: the card was charged the quoted amount.
 * - `paying_out`: a pay-out request was written down, and may have been sent.
 * - `payout_unknown`: a request was sent and nobody could tell what became of it. Ask by reference.
 * - `payout_failed`: the operator itself said that the money did not and will not arrive.
 * - `sent`: the money is in the recipient's wallet. End.
 * - `refunding`: the whole charge goes back to the card.
 * - `refund_failed`: the card provider refused the refund.
 * - `refunded`: the whole charge went back. End.
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

/** Every allowed step. What happens after an end is a correction entry and a hold, never another state. */
const EDGES = {
  awaiting_payment: ['paid', 'cancelled', 'refunding'],
  paid: ['paying_out', 'refunding'],
  paying_out: ['sent', 'payout_failed', 'payout_unknown'],
  payout_unknown: ['sent', 'payout_failed', 'paying_out'],
  payout_failed: ['refunding'],
  sent: [],
  refunding: ['refunded', 'refund_failed'],
  refund_failed: ['refunding'],
  refunded: [],
  cancelled: [],
} as const satisfies Readonly<Record<State, readonly State[]>>

/** True when a transfer may go from one state to the other. */
export function isEdge(from: State, to: State): boolean {
  const targets: readonly State[] = EDGES[from]
  return targets.includes(to)
}

/** True when a state has no way out. */
export function isEnd(state: State): boolean {
  return EDGES[state].length === 0
}

/** True while a sender's wish to cancel can still change how a transfer ends. */
export function isCancellable(state: State): boolean {
  return ['awaiting_payment', 'paid', 'paying_out', 'payout_unknown'].includes(state)
}

/** Reads a state from the database. @throws TypeError when it is none. */
export function toState(text: string): State {
  const state = STATES.find((known) => known === text)
  if (state === undefined) throw new TypeError(`Not a state of a transfer: ${text}`)
  return state
}

const PUBLIC = {
  awaiting_payment: null,
  paid: 'processing',
  paying_out: 'processing',
  payout_unknown: 'processing',
  payout_failed: 'failed',
  sent: 'sent',
  refunding: 'failed',
  refund_failed: 'failed',
  refunded: 'refunded',
  cancelled: 'cancelled',
} as const satisfies Readonly<Record<State, TransferStatus | null>>

/** What people see; null while the card has not been charged. */
export function publicStatus(state: State, held: boolean): TransferStatus | null {
  return held ? 'held' : PUBLIC[state]
}

/** The states that people see as this status, where no hold is on. */
export function statesShownAs(status: TransferStatus): readonly State[] {
  return STATES.filter((state) => PUBLIC[state] === status)
}
