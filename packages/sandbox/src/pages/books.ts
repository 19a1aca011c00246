import { paymentsBook } from '../cards/index.ts'
import type { World } from '../core/world.ts'
import type { PayoutRow } from '../carriers/wallets.ts'

/** What the outside world holds to be true, for comparing with the product's own books; amounts in minor units. */
export function readBooks(world: World, rails: readonly Rail[]) {
  return { payments: paymentsBook(world), payouts: rails.flatMap((rail) => rail.book()) }
}

/** A way for money to reach wallets, with books of its own. */
export interface Rail {
  book(): PayoutRow[]
}

export type Books = ReturnType<typeof readBooks>
