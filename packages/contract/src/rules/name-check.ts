/** Results of comparing a typed name with a wallet's registered name. `unknown`: the network returns no name. */
export const NAME_CHECKS = ['match', 'close', 'different', 'unknown'] as const

export type NameCheck = (typeof NAME_CHECKS)[number]
