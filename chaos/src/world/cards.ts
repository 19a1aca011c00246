/** The card network's test cards that the runs pay with (https://docs.stripe.com/testing). */

/** Its holder's bank refuses every charge. */
export const DECLINED = '4000000000000002'
/** Its holder's bank takes the charge back a second after it. */
export const DISPUTED = '4000000000000259'
/** A refund to it succeeds and fails later. */
export const REFUND_FAILS_LATER = '4000000000005126'
