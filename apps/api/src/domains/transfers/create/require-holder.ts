import type { DestinationCode, NameCheck, NetworkValue } from '@sesa/contract'

/** What comparing the recipient's name with the wallet's gave, to store with the transfer. */
export interface CheckedHolder {
  readonly verdict: NameCheck
  /** The version of the rule that compared. */
  readonly rule: number
  /** The registered name as the customer sees it; null without one. */
  readonly name: string | null
}

/** Asks the network for a wallet's holder. Refused: `recipient_inactive`; `name_mismatch` unless `confirmed`. */
export type RequireHolder = (
  wallet: { readonly country: DestinationCode; readonly phone: string; readonly network: NetworkValue },
  typed: { readonly name: string; readonly confirmed: boolean },
) => Promise<CheckedHolder>
