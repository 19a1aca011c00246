import type Stripe from 'stripe'
import type { Network } from './events.ts'
import { BALANCE_CURRENCY } from './exchange.ts'
import { buildBalanceTransaction, type Movement } from './objects/objects-after.ts'
import type { Answer } from './protocol/wire.ts'

/** Books a movement, converted to the balance's currency. */
export function book(
  network: Network,
  source: { readonly id: string | null; readonly currency: string },
  movement: Movement,
): Stripe.BalanceTransaction {
  const { exchange } = network
  const cents = exchange.toCents(Math.abs(movement.amount), source.currency)
  const transaction = buildBalanceTransaction(source, {
    ...movement,
    currency: BALANCE_CURRENCY,
    exchangeRate: exchange.rateFrom(source.currency),
    amount: movement.amount < 0 ? -cents : cents,
    now: network.now(),
  })
  network.store.insert(transaction, source.id)
  return transaction
}

/** Returns the balance transactions, newest first. A charge's money becomes available when it is due. */
export function transactions(network: Network, source?: string): Stripe.BalanceTransaction[] {
  return network.store
    .all('balance_transaction', source)
    .map((row) => (row.available_on <= network.now() ? { ...row, status: 'available' } : row))
}

/** Sums the balance in cents. */
function sums(network: Network): Record<'available' | 'pending', number> {
  const sum = { available: 0, pending: 0 }
  for (const { status, net } of transactions(network)) sum[status === 'available' ? status : 'pending'] += net
  return sum
}

/** Handles `GET /v1/balance`. */
export function balance(network: Network): Answer {
  const { available, pending } = sums(network)
  const line = (amount: number) => [{ amount, currency: BALANCE_CURRENCY, source_types: { card: amount } }]
  const body: Stripe.Balance = {
    object: 'balance',
    available: line(available),
    livemode: false,
    pending: line(pending),
  }
  return { status: 200, body }
}

/** Returns true when a refund can be paid now: from the available balance, or else from the merchant's bank account. */
export function isFunded(
  network: Network,
  { amount, currency }: { amount: number; currency: string },
): boolean {
  if (network.store.debitsBank()) return true
  return sums(network).available >= network.exchange.toCents(amount, currency)
}

/** Returns when money next becomes available, in seconds since the epoch; null when none is pending. */
export function nextAvailable(network: Network): number | null {
  const times = transactions(network)
    .map(({ available_on: time }) => time)
    .filter((time) => time > network.now())
  return times.length === 0 ? null : Math.min(...times)
}
