import type { TimelineStep, TransferStatus } from '@sesa/contract'

/**
 * Where a transfer stands. One row has one state; a hold beside it stops it wherever it stands.
 *
 * - `awaiting_payment`: priced, the card payment is open at the provider. Nothing was charged as far as we know.
 * - `paid`: the card was charged the quoted amount.
 * - `paying_out`: a pay-out request was written down, and may have been sent.
 * - `payout_unknown`: a request was sent and nobody could tell what became of it. Ask by reference.
 * - `payout_failed`: the operator said that the money did not and will not arrive. It is asked again before any refund.
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

/**
 * Who may cause a step. `sender`: by asking; `clock`: a time ran out; `cards` and `payouts`: a provider's own word;
 * `operator`: by an order; `engine`: the next thing to do.
 */
export type Cause = 'sender' | 'clock' | 'cards' | 'payouts' | 'operator' | 'engine'

/**
 * Every allowed step and who may cause it. What happens after an end is a correction entry and a hold, never another
 * state.
 */
const EDGES: Readonly<Record<State, Readonly<Partial<Record<State, readonly Cause[]>>>>> = {
  awaiting_payment: {
    paid: ['cards'],
    // The card provider's confirmation is needed each time.
    cancelled: ['sender', 'clock', 'operator', 'cards'],
    // It had been charged all the same, too late, or otherwise than quoted.
    refunding: ['sender', 'clock', 'operator'],
  },
  paid: { paying_out: ['engine'], refunding: ['sender', 'operator'] },
  paying_out: {
    sent: ['payouts'],
    payout_failed: ['payouts', 'sender', 'operator'],
    payout_unknown: ['payouts'],
  },
  payout_unknown: { sent: ['payouts'], payout_failed: ['payouts', 'operator'], paying_out: ['engine'] },
  // `sent`: the operator paid all the same, before anything was given back.
  payout_failed: { refunding: ['engine'], sent: ['payouts'] },
  sent: {},
  // `sent`: the operator paid all the same, before any refund request was written.
  refunding: { refunded: ['cards'], refund_failed: ['cards'], sent: ['payouts'] },
  refund_failed: { refunding: ['engine', 'operator'] },
  refunded: {},
  cancelled: {},
}

/** True when a transfer may go from one state to the other. */
export function isEdge(from: State, to: State): boolean {
  return EDGES[from][to] !== undefined
}

/** Who may cause a step; nobody where it is no edge. */
export function causesOf(from: State, to: State): readonly Cause[] {
  return EDGES[from][to] ?? []
}

/** True when a state has no way out. */
export function isEnd(state: State): boolean {
  return Object.keys(EDGES[state]).length === 0
}

/** True while a request to pay out may be with the operator, whose word ends it. */
export function isUnderWay(state: State): boolean {
  return state === 'paying_out' || state === 'payout_unknown'
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

interface Shown {
  /** The public status; null while the card has not been charged. */
  readonly status: TransferStatus | null
  /** The step of the timeline that it belongs to. */
  readonly step: TimelineStep['step']
}

/** What the sender sees of each state; `STEP_TEXTS` has the words. */
const SHOWN: Readonly<Record<State, Shown>> = {
  awaiting_payment: { status: null, step: 'created' },
  paid: { status: 'processing', step: 'paid' },
  paying_out: { status: 'processing', step: 'paying_out' },
  payout_unknown: { status: 'processing', step: 'paying_out' },
  // It is open whether the money arrived: the operator is asked again.
  payout_failed: { status: 'processing', step: 'checking' },
  sent: { status: 'sent', step: 'sent' },
  refunding: { status: 'failed', step: 'refunding' },
  refund_failed: { status: 'failed', step: 'refunding' },
  refunded: { status: 'refunded', step: 'refunded' },
  cancelled: { status: 'cancelled', step: 'cancelled' },
}

/** The words of each step, true before, while and after it is done. `{reason}` and the like are filled in by `texts.ts`. */
export const STEP_TEXTS: Readonly<Record<TimelineStep['step'], string>> = {
  created: 'You asked to send {arriving} to {recipient}.',
  paid: 'Your card was charged {charged}.',
  paying_out: 'Sending {arriving} to {recipient} by {network}.',
  checking: 'Checking with {network} whether the money reached {recipient}.',
  sent: '{arriving} in the wallet of {recipient}.',
  failed: '{reason}',
  refunding: 'Returning {charged} to your card.',
  refunded: '{charged} back on your card. Your bank may take up to 10 days to show it.',
  cancelled: 'The payment was closed. Your card was not charged.',
  // Never why.
  held: 'We’re reviewing this transfer. There’s nothing you need to do.',
}

type StepTexts = Readonly<Partial<typeof STEP_TEXTS>>

/** Where the card did not take a refund, or not all of it, and we paid back in another way. */
export const REPAID_TEXTS: StepTexts = {
  refunding: '{charged} sent back to your card. {repaid} of it did not arrive there.',
  refunded: '{repaid} paid back to you in another way than to your card, as agreed with you.',
  cancelled: 'The payment was closed. Your card was charged all the same, and {repaid} was paid back to you.',
}

/** Where the card was charged after its payment had been closed, and that was given back. */
export const CHARGED_TEXTS: StepTexts = {
  cancelled: 'The payment was closed. Your card was charged all the same, and {charged} went back to it.',
}

/** While it is held after its end: what went back may have come back, and what was charged too late is still owed. */
export const HELD_TEXTS: StepTexts = {
  refunded: '{charged} sent back to your card.',
  cancelled: 'The payment was closed. Your card was charged all the same.',
}

/** The step of the timeline that a state belongs to. */
export function stepOf(state: State): TimelineStep['step'] {
  return SHOWN[state].step
}

/** What people see; null while the card has not been charged. */
export function publicStatus(state: State, held: boolean): TransferStatus | null {
  return held ? 'held' : SHOWN[state].status
}

/** The states that people see as this status, where no hold is on. */
export function statesShownAs(status: TransferStatus): readonly State[] {
  return STATES.filter((state) => SHOWN[state].status === status)
}
