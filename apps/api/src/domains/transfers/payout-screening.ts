/** The screened people of a transfer, whom nothing may stop at the moment its pay-out request is recorded. */
export interface ScreenedPeople {
  /** The ids of the sender and the recipient as screening subjects. */
  readonly ids: readonly bigint[]
  /** True if the list did not answer, and the amount is small enough to leave without it. */
  readonly mayBeUnscreened: boolean
}

/** Screens the people of a transfer against sanctions lists, before anything is paid out. */
export interface PayoutScreening {
  /**
   * Screens a transfer. `stopped`: a case decides; `refused`: two people decided on a refund; `wait`: the list does not
   * answer. `people` is null if nobody is screened.
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
    readonly people: ScreenedPeople | null
  }>
}
