import type { DestinationCode, NetworkValue } from '@sesa/contract'
import type { Money } from '@sesa/money'

/** What a rail says of one network it reaches. */
export interface NetworkTerms {
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** Whether it takes pay-outs now. */
  readonly open: boolean
  /** Smallest and largest pay-out, in the network's currency. */
  readonly minimum: Money
  readonly maximum: Money
}

/** Asks a rail for its terms; null when it does not answer. Never throws. */
export type TermsSource = () => Promise<readonly NetworkTerms[] | null>

/** What a rail says of a wallet. `name` is its holder's, null where it does not tell; `unknown` says nothing at all. */
export type WalletStanding =
  { readonly account: 'active'; readonly name: string | null } | { readonly account: 'inactive' | 'unknown' }

/** Asks a rail whose wallet a number (E.164) is. Answers soon, `unknown` if need be; never throws. */
export type WalletCheck = (phone: string) => Promise<WalletStanding>
