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
