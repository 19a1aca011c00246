import { paymentsBook } from '../cards/index.ts'
import type { World } from '../core/world.ts'
import type { Payouts } from '../pawapay/payouts.ts'

/** What the outside world holds to be true, for comparing with the product's own books; amounts in minor units. */
export function readBooks(world: World, payouts: Payouts) {
  return { payments: paymentsBook(world), payouts: payouts.book() }
}

export type Books = ReturnType<typeof readBooks>
