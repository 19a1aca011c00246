import type { DestinationCode, NetworkValue } from '@sesa/contract'
import type { Money } from '@sesa/money'

/** A rail's terms for one network it reaches. */
export interface NetworkTerms {
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** True if it accepts payouts now. */
  readonly open: boolean
  /** Smallest and largest payout, in the network's currency. */
  readonly minimum: Money
  readonly maximum: Money
}

/** Fetches a rail's terms; null when it does not answer. Never throws. */
export type TermsSource = () => Promise<readonly NetworkTerms[] | null>

/** A carrier that a rail pays out to, but that is not one of our networks. Both fields are in the rail's own spelling. */
export interface UnknownCarrier {
  readonly country: string
  readonly code: string
}

/**
 * Fetches the carriers of our destinations that a rail has under a code unknown to us; null when it does not answer. Never
 * throws.
 */
export type UnknownCarriersSource = () => Promise<readonly UnknownCarrier[] | null>

/** The callback settings of a rail's account for reporting pay-outs to us. */
export interface CallbackSetup {
  /** True if it signs its callbacks. */
  readonly signed: boolean
  /** Each distinct address that it calls for our networks; null for a network without one. */
  readonly addresses: readonly (string | null)[]
}

/** Fetches the callback settings of a rail's account; null when it does not answer. Never throws. */
export type CallbackSetupSource = () => Promise<CallbackSetup | null>

/**
 * A rail's information about a wallet. `name` is the holder's, null if the rail does not report it; `unknown` means no
 * information.
 */
export type WalletStatus =
  | { readonly account: 'active'; readonly name: string | null }
  | { readonly account: 'inactive' | 'unknown' }

/**
 * Requests from a rail the network that a number (E.164) probably belongs to; null when it does not know or does not answer.
 * Never throws.
 */
export type NetworkPrediction = (
  phone: string,
) => Promise<{ readonly country: DestinationCode; readonly network: NetworkValue } | null>

/** Requests from a rail the holder of a number (E.164). Answers quickly, with `unknown` if necessary; never throws. */
export type WalletCheck = (phone: string) => Promise<WalletStatus>
