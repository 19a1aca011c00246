import type { DestinationCode, NetworkValue } from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Clearing } from '../../../db/schema/collections.ts'
import type { ProviderAnswer } from '../ports.ts'

/** How a network takes a payment, as its collector last reported. */
export interface CollectionTerms {
  /** The collector's name, as in the table of rails. */
  readonly collector: string
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** True if it takes payments now. */
  readonly open: boolean
  /** Smallest and largest payment, in the network's currency. */
  readonly minimum: Money
  readonly maximum: Money
  /** True if it takes whole units of its currency only. */
  readonly wholeUnits: boolean
  /** `automatic`: the payer's phone shows the request; `manual`: the payer opens it; `code`: the payer dials a code. */
  readonly prompt: 'automatic' | 'manual' | 'code'
  /** The name that the payer sees; null if the collector does not tell. */
  readonly nameShown: string | null
  /** The network's own steps for a payer who sees no request, one sentence each. */
  readonly instructions: readonly string[]
}

/** A request to pay. `id` is the collector's reference and idempotency key, a UUIDv4 committed before the call. */
export interface CollectionRequest {
  readonly id: string
  /** Our reference of the transfer, as customers see it. */
  readonly transferReference: string
  readonly amount: Money
  readonly country: DestinationCode
  readonly network: NetworkValue
  /** The payer's wallet, E.164. */
  readonly phone: string
  /** The payer's name; null if unknown. */
  readonly payerName: string | null
}

/** A request that a collector has; `providerId` is its own id, where it gives one. */
export interface SentCollection {
  readonly id: string
  readonly providerId: string | null
  readonly country: DestinationCode
  readonly network: NetworkValue
}

type Refusal = { readonly code: string; readonly words?: string }

/** A collector's answer to a request that it accepts. */
export interface AcceptedCollection {
  readonly providerId: string | null
  /** The USSD code to dial; null for a prompt. */
  readonly code: string | null
  /** When the collector stops waiting for the payer; null if it does not tell. */
  readonly endsAt: Date | null
}

/** The result of a request to pay. `rejected`: it takes nothing; with `retry` another attempt may work later. */
export type CollectionSent =
  | ({ readonly outcome: 'accepted' } & AcceptedCollection)
  | { readonly outcome: 'unknown' }
  | ({ readonly outcome: 'rejected'; readonly next: 'retry' | 'final' } & Refusal)

/**
 * The status of a request to pay. `completed` only by the collector's own final success; `unknown`: the query itself failed.
 * `amount` is null when the collector does not tell it in a form that we read: such a payment is not as quoted.
 */
export type CollectionStatus =
  | { readonly status: 'not_found' | 'unknown' }
  /** `accepted`: the answer to the request, in case it was lost; absent where the collector does not repeat it. */
  | { readonly status: 'open'; readonly accepted?: AcceptedCollection }
  | { readonly status: 'completed'; readonly amount: Money | null }
  | ({ readonly status: 'failed' } & Refusal)

/** A wallet other than the one that paid, in the same country. */
export interface OtherWallet {
  readonly phone: string
  readonly network: NetworkValue
}

/** Money to give back. `id` is the collector's reference, a UUIDv4 committed before the call. */
export interface CollectionRefund {
  readonly id: string
  readonly collection: SentCollection
  /** The wallet that paid. */
  readonly phone: string
  /** The wallet that gets the money instead, by a pay-out; null gives it back to the one that paid. */
  readonly elsewhere: OtherWallet | null
  readonly amount: Money
  readonly transferReference: string
}

/** A refund that was sent. */
export interface SentRefund {
  readonly id: string
  readonly providerId: string | null
  /** As in `CollectionRefund`: a pay-out is asked for as one. */
  readonly elsewhere: OtherWallet | null
  readonly collection: SentCollection
}

/** The status of a refund. `not_found`: the collector has no such refund. */
export type CollectionRefundStatus =
  | { readonly status: 'succeeded' | 'pending' | 'not_found' | 'unknown' }
  | ({ readonly status: 'failed' } & Refusal)

/** A provider that takes payments from wallets. Its methods never throw. */
export interface Collector {
  /** As in the table of rails. */
  readonly name: string
  /** Where its money arrives: with its pay-outs, or apart from them. */
  readonly clearing: Extract<Clearing, 'payout_float' | 'collection_float'>
  /** Fetches its terms; null when it does not answer. */
  terms(): Promise<readonly CollectionTerms[] | null>
  start(request: CollectionRequest): Promise<CollectionSent>
  status(sent: SentCollection): Promise<CollectionStatus>
  /** Takes a code back; null for a collector whose requests cannot be taken back. `false`: too late, ask for its status. */
  readonly stop: ((sent: SentCollection) => Promise<ProviderAnswer<boolean>>) | null
  /** Sends a refund, or a pay-out to another wallet; the same id again sends nothing twice. */
  refund(refund: CollectionRefund): Promise<ProviderAnswer<{ readonly providerId: string | null }>>
  refundStatus(sent: SentRefund): Promise<CollectionRefundStatus>
}

/** The collectors by name, and the terms that they last reported. */
export interface Collectors {
  /** Returns a collector. @throws Error for a name that this deployment does not have. */
  of(name: string): Collector
  /** Returns every collector of this deployment. */
  all(): readonly Collector[]
  /** Returns the terms of the first open collector of a network; null when none takes payments now. */
  termsOf(country: string, network: string): Promise<CollectionTerms | null>
}
