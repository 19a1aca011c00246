import { balance, book } from './balance.ts'
import type Stripe from 'stripe'
import { BALANCE_CURRENCY } from './exchange.ts'
import type { Network } from './events.ts'
import { newId } from './objects/store.ts'

/** Returns the available balance in cents. */
const available = (network: Network): number =>
  (balance(network).body as Stripe.Balance).available.reduce((sum, { amount }) => sum + amount, 0)

/**
 * Pays the available balance, or `amount` cents of it, to the merchant's bank, as Stripe does automatically every day.
 * Returns the balance transaction; null when the available balance does not cover it.
 */
export function payToBank(network: Network, amount = available(network)): Stripe.BalanceTransaction | null {
  if (amount <= 0 || amount > available(network)) return null
  return book(network, { id: newId('po_1'), currency: BALANCE_CURRENCY }, { type: 'payout', amount: -amount })
}

/**
 * Returns a payout from the bank: its money is in the balance again. `id` is the payout's balance transaction. Returns
 * null if there is no such payout, or it was returned before.
 */
export function returnFromBank(network: Network, id: string): Stripe.BalanceTransaction | null {
  const paid = network.store.find('balance_transaction', id)?.object
  if (paid?.type !== 'payout' || typeof paid.source !== 'string') return null
  const of = network.store.all('balance_transaction', paid.source)
  if (of.some(({ type }) => type === 'payout_failure')) return null
  return book(
    network,
    { id: paid.source, currency: paid.currency },
    { type: 'payout_failure', category: 'payout_reversal', amount: -paid.amount },
  )
}
