import type { DestinationCode } from '@sesa/contract'

/**
 * Countries whose carriers show a wallet's registered name to every sender. Elsewhere a customer sees the name only after
 * typing it, and initials before.
 */
export const NAMES_SHOWN: ReadonlySet<DestinationCode> = new Set(['GH'])

/** Maximum recipients that one account may save. */
export const MOST_RECIPIENTS = 500

/** Maximum wait for a hint about the network, in milliseconds. */
export const HINT_PATIENCE_MS = 2_000

/** Maximum wait for the network's answer about a number, in milliseconds. */
export const PATIENCE_MS = 5_000
