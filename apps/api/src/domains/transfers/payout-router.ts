import type { Moment } from '../../db/configuration.ts'
import type { Tx } from '../../db/index.ts'
import type { FreshRequest, PayoutRequest, PayoutSent, PayoutStatus, UnsentPayout } from './ports.ts'

/** The rail of a pay-out as the database has it. */
export interface KnownRoute {
  /** Null before it is chosen. */
  readonly rail: string | null
  /** It has no rail, and its charge is older than this run of the database: a restored backup may lack the choice. */
  readonly mayBeLost: boolean
}

/** The route chosen for a pay-out. */
export interface PayoutRoute {
  readonly rail: string
  /** The provider account in which the amount is reserved; null for an earlier choice, which keeps its reservation. */
  readonly account: string | null
  /** False if it was chosen without counting its wallet, which must still be ample when it is pinned. */
  readonly isCounted: boolean
}

/**
 * A pay-out found across all rails: `rail` is the one that has it. `unknown`: no rail has it, and one did not answer.
 * `several`: more than one rail has it.
 */
export type FoundPayout =
  | { readonly status: 'completed' | 'pending'; readonly rail: string }
  | { readonly status: 'failed'; readonly code: string; readonly rail: string }
  | { readonly status: 'not_found' | 'unknown' | 'several' }

/** Searches for pay-outs whose rail our database does not know. */
export interface PayoutFinder {
  find(reference: string): Promise<FoundPayout>
  /** Stores the rail of a pay-out; an earlier one stays, and is returned. */
  pin(tx: Tx, reference: string, rail: string): Promise<string>
}

/**
 * All rails as one. The rail of a pay-out is chosen before its first request and pinned in the statement that records the
 * request. It never changes: a second rail could pay a second time.
 */
export interface PayoutRouter extends PayoutFinder {
  /**
   * Chooses the route of a pay-out by the configuration of a moment and what its wallets hold, or returns why nothing can be
   * requested. Reads the wallets now, unless the first open route has an account that was not `scarce` at that moment. Asks
   * every rail first when the route may be lost, so call it outside a transaction.
   */
  choose(
    request: PayoutRequest,
    known: KnownRoute,
    moment: Moment & { readonly scarce: readonly string[] },
  ): Promise<PayoutRoute | UnsentPayout>
  /** Sends a request on its pinned rail; `unknown` when that rail is not configured any more. */
  send(request: FreshRequest & { readonly rail: string }): Promise<PayoutSent>
  /** Reads the status. Without `known` the rail is read from the database, and is not taken for lost. */
  status(reference: string, known?: KnownRoute): Promise<PayoutStatus>
}
