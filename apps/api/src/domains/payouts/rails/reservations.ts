import type { DestinationCode } from '@sesa/contract'
import type { Money } from '@sesa/money'
import type { Tx } from '../../../db/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { coversPayout, lockWallets, readWallets, reserve, walletName } from '../float/index.ts'
import type { RouteCandidate } from './routes-store.ts'

/** Returns the first open route to a network; undefined when there is none. */
export function firstOpen(ways: readonly RouteCandidate[]): RouteCandidate | undefined {
  return ways.find((way) => way.closed === null)
}

/** Returns the open routes, except those whose wallets are known to hold too little. */
export function coveringRoutes(ways: readonly RouteCandidate[], { amount }: Money): RouteCandidate[] {
  return ways.filter(
    ({ closed, wallet }) => closed === null && (wallet === null || coversPayout(wallet, amount)),
  )
}

/** Refuses an amount that no wallet of a network covers now. */
export function refuseUncovered(): never {
  const message = 'We can’t send this much to this network right now. Enter less, or try again later.'
  throw new Refused('network_unavailable', { field: 'network', message })
}

/**
 * Reserves the amount of a new transfer in the first wallet that covers it, until the transfer ends unpaid or a balance
 * includes its pay-out. Openings reserve one after the other, so call this last in the transaction. Throws Refused
 * `network_unavailable`.
 */
export async function reserveFloat(
  tx: Tx,
  ways: readonly RouteCandidate[],
  {
    reference,
    country,
    amount,
  }: { readonly reference: string; readonly country: DestinationCode; readonly amount: Money },
): Promise<void> {
  const accounts = ways.map(({ account }) => account)
  await lockWallets(tx, accounts, { country, currency: amount.currency })
  const wallets = new Map((await readWallets(tx, { accounts, country })).map((one) => [walletName(one), one]))
  const current = ways.map((way) => ({
    ...way,
    wallet: wallets.get(walletName({ account: way.account, country, currency: amount.currency })) ?? null,
  }))
  const [chosen] = coveringRoutes(current, amount)
  if (chosen === undefined) return refuseUncovered()
  return reserve(tx, reference, { account: chosen.account, country, amount })
}
