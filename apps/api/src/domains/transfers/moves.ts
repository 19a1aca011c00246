import type { CountryCode, NetworkValue, TransferStatus } from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Tx } from '../../db/index.ts'
import type { PayMethod } from '../../db/schema/collections.ts'

export type { TransferMove } from './state/states.ts'

/** A transfer as passed to other modules. */
export interface TransferSnapshot {
  readonly id: string
  /** The public id, used in URLs. */
  readonly paymentId: string
  readonly reference: string
  readonly userId: string
  readonly senderCountry: CountryCode
  readonly recipient: {
    readonly name: string
    /** E.164. */
    readonly phone: string
    readonly country: CountryCode
    readonly network: NetworkValue
    /** True if the wallet is registered to a different name, which the customer confirmed. */
    readonly hasOtherName: boolean
  }
  /** The exchanged amount without the fee; `total` includes it. */
  readonly send: Money
  readonly fee: Money
  readonly total: Money
  readonly rate: string
  readonly receive: Money
  /** The amount charged to the customer's card, wallet or bank account, or refunded to it. */
  readonly charge: Money
  readonly payMethod: PayMethod
  /** What pays, after "your": "card", "Orange Money wallet", "Chase account ending 6789". */
  readonly payer: string
  /** What gets the refund, after "your": what paid, or another wallet that the customer named. */
  readonly refundee: string
  readonly createdAt: Date
  /** Time of the charge; null if not charged. */
  readonly paidAt: Date | null
  readonly deliverBy: Date
  /** True for a debit that the bank did not pay. */
  readonly debitFailed: boolean
  /** The reason for the failure, in a sentence for the customer; null unless it failed. */
  readonly failure: string | null
  /** The part repaid by other means than a refund; null if none. */
  readonly repaid: Money | null
  /**
   * The status for the customer, ignoring holds. `checking`: we are checking whether the money arrived. `cancelling`: it was
   * cancelled while its pay-out may be with the carrier.
   */
  readonly customerStatus: Exclude<TransferStatus, 'held' | 'awaiting_payment'> | 'checking' | 'cancelling'
}

/** Records in the customer's own record that their account was put on hold, or that the hold ended. */
export type RecordAccountHold = (
  tx: Tx,
  userId: string,
  change: 'account_held' | 'account_hold_lifted',
) => Promise<void>
