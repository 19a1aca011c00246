/** How a typed name compares with the name that a wallet is registered to. `unknown`: the network gives no name. */
export const NAME_CHECKS = ['match', 'close', 'different', 'unknown'] as const

export type NameCheck = (typeof NAME_CHECKS)[number]
