import type { Payment } from '../ports.ts'

/** A payment in the card provider's list. */
export interface ListedPayment {
  readonly id: string
  readonly status: Payment['status']
  readonly transferId: string | null
  /** The record given to `createPayment`; null for a payment of an earlier release. */
  readonly record: string | null
}

/** The card provider's list of payments, newest first; `next` is the cursor of the following page. Throws when it cannot be read. */
export interface PaymentList {
  payments(
    since: Date,
    after: string | null,
  ): Promise<{ readonly rows: readonly ListedPayment[]; readonly next: string | null }>
}
