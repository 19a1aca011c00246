import type { NetworkValue } from '@sesa/contract'
import type { RailsModule } from '../../payouts/index.ts'
import type { Wallet } from './holder.ts'
import { within } from './patience.ts'
import { HINT_PATIENCE_MS } from './settings.ts'

export interface HintDeps {
  readonly rails: Pick<RailsModule, 'predictNetwork'>
  /** Defaults to `HINT_PATIENCE_MS`. */
  readonly hintPatienceMs?: number
}

/**
 * Returns the network that a number probably belongs to, if it is another one of the same country; null also when no rail
 * knows, or answers soon enough. Only a hint: numbers move between networks.
 */
export async function likelyNetwork(
  { rails, hintPatienceMs = HINT_PATIENCE_MS }: HintDeps,
  { country, phone, network }: Wallet,
): Promise<NetworkValue | null> {
  const likely = await within(hintPatienceMs, rails.predictNetwork(phone))
  return likely === null || likely.country !== country || likely.network === network ? null : likely.network
}
