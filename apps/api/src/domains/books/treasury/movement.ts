import type { CardEntryKind } from '../reconciliation/index.ts'

/** How an adjustment is booked: as a provider's fee, an unexplained loss (or gain), or the owners' money. */
export type Adjusts = 'provider_fees' | 'losses' | 'capital'

/** A movement of our money at a provider or at our bank. Signed minor units; the migration `009_books.sql` describes each amount. */
export interface NewMovement {
  /** The provider account, `manual`, or `bank`. */
  readonly account: string
  /** The provider's own id, or the reference given by staff. */
  readonly providerId: string
  readonly kind: CardEntryKind | 'top_up' | 'conversion' | 'adjustment'
  /** The transfer of the charge; null if we have none for it. */
  readonly transferId: string | null
  readonly amount: bigint
  readonly currency: string
  readonly otherAmount: bigint
  readonly otherCurrency: string
  readonly fee: bigint
  readonly adjusts: Adjusts | null
  readonly at: Date
  /** The staff action that entered it; undefined if a provider reported it. */
  readonly actionId?: string
}
