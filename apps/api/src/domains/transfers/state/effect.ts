import type { EventKind } from '../../../db/schema/money.ts'
import type { Entry } from '../../record/index.ts'
import type { ScreenedPeople } from '../payout-screening.ts'
import type { PayoutRoute } from '../payout-router.ts'
import type { State, TransferMove } from './states.ts'
import type { Claim } from './transfer-row.ts'

/** An event of a transfer's history, as a change records it. */
export interface ChangeEvent {
  readonly kind: EventKind
  readonly from: State
  readonly to: State
  readonly hold: string | null
  readonly detail: string | null
  /** Who asked for a cancellation; null for the engine. */
  readonly staff: string | null
}

/** When the next step is due, by the database's clock. */
export interface Due {
  /** Milliseconds from now; null when the transfer waits only for a wake. */
  readonly inMs: number | null
  /** `price`: at the latest when the price expires; `payout`: not before the pay-out may begin. */
  readonly bound: 'price' | 'payout' | null
  /** True if a wake since the claim was read makes the step due now. */
  readonly heedsWakes: boolean
}

/** The end of a recorded pay-out request; it will not be sent again. */
export interface ClosedAttempt {
  readonly id: bigint
  readonly outcome: 'accepted' | 'rejected' | 'unknown'
}

/** Everything that a change writes; `Change` builds it. */
export interface Effect {
  /** The claim as the decision read it. Nothing is written if it has changed since. */
  readonly read: Claim
  /** The transfer afterwards. */
  readonly row: Claim
  /** True if a wake since the claim was read means that provider events are pending. */
  readonly wakesAreEvents: boolean
  /** Whether the card's charge is unknown; null leaves it. A wake since the claim was read may only make it unknown. */
  readonly chargeUnknown: boolean | null
  /** True if the count of attempts and the 24 hours begin again. */
  readonly enters: boolean
  readonly due: Due
  readonly keepsLease: boolean
  readonly events: readonly ChangeEvent[]
  readonly moves: readonly TransferMove[]
  readonly entries: readonly Entry[]
  /** A request to record before it is sent. */
  readonly request: 'payout' | 'refund' | null
  /** The route to pin for the pay-out to request; null if it has one, or none is open. */
  readonly route: PayoutRoute | null
  readonly closes: ClosedAttempt | null
  /** Why the carrier did not pay, noted with the closed or else the newest pay-out request. */
  readonly refusal: string | null
  /** People whom nothing may stop when this is written. */
  readonly people: ScreenedPeople | null
}
