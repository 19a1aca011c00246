import type { CardFace } from '@sesa/contract'

/** A saved card as stored by the provider. */
export interface VaultCard extends CardFace {
  readonly id: string
  readonly expMonth: number
  readonly expYear: number
  readonly addedAt: Date
}

/**
 * The answer of the vault. `missing`: it has no such customer, or this customer has no such card. `refused`: nothing
 * happened. `unknown`: it may have happened.
 */
export type VaultAnswer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: 'missing' | 'refused' | 'unknown' }

/** The card provider's store of cards. A customer there has no name and no contact, only our account's id. */
export interface CardVault {
  /**
   * Creates a customer and returns its id. Account and generation form the idempotency key: repeated calls create one
   * customer.
   */
  createCustomer(request: { accountId: string; generation: number }): Promise<VaultAnswer<string>>
  /** Returns a secret that opens the customer's cards in the card form, once. */
  openSession(customerId: string): Promise<VaultAnswer<string>>
  /** Lists the customer's cards, newest first. */
  listCards(customerId: string): Promise<VaultAnswer<readonly VaultCard[]>>
  /** Detaches a card of this customer permanently; `missing` when it has no such card. */
  removeCard(customerId: string, cardId: string): Promise<VaultAnswer<null>>
  /** Detaches a card that the customer did not ask to keep; `missing` when it is already detached. */
  detachCard(cardId: string): Promise<VaultAnswer<null>>
  /** Deletes the customer with all its cards; `missing` when it is already deleted. */
  deleteCustomer(customerId: string): Promise<VaultAnswer<null>>
}
