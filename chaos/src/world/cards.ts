/** The card network's test cards with which the runs pay (https://docs.stripe.com/testing). */

/** Its holder's bank refuses every charge. */
export const DECLINED = '4000000000000002'
/** Its holder's bank disputes the charge a second later. */
export const DISPUTED = '4000000000000259'
/** Radar queues every charge for review. */
export const REVIEWED = '4000000000009235'
/** A refund to it succeeds, then fails later. */
export const REFUND_FAILS_LATER = '4000000000005126'
