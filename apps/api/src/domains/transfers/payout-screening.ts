import type { RawBuilder } from 'kysely'

/** Screens the people of a transfer against sanctions lists, before anything is paid out. */
export interface PayoutScreening {
  /**
   * Screens a transfer. `stopped`: a case decides; `refused`: two people decided on a refund; `wait`: the list does not
   * answer. `passes` is true in SQL while nothing stops them, in the transaction that records the pay-out request.
   */
  check(transfer: {
    readonly id: string
    readonly user_id: string
    readonly recipient_name: string
    readonly recipient_phone: string
    /** The amount in US cents. */
    readonly usd_amount: bigint
  }): Promise<{
    readonly verdict: 'clear' | 'stopped' | 'refused' | 'wait'
    readonly passes: RawBuilder<boolean>
  }>
}
