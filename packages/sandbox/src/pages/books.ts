import { paymentsBook } from '../cards/index.ts'
import type { World } from '../core/world.ts'
import type { Collections } from '../carriers/collections.ts'
import type { PayoutRow } from '../carriers/wallets.ts'

/** Returns the outside world's books, to compare with the product's own; amounts in minor units. */
export function readBooks(world: World, rails: readonly Rail[], collections: Collections) {
  return {
    payments: paymentsBook(world),
    payouts: rails.flatMap((rail) => rail.book()),
    collections: collections.book(),
  }
}

/** A way for money to reach wallets, with its own books. */
export interface Rail {
  book(): PayoutRow[]
}

export type Books = ReturnType<typeof readBooks>
