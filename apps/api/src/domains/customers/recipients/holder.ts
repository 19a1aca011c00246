import {
  NETWORKS,
  type DestinationCode,
  type ErrorCode,
  type NameCheck,
  type NetworkValue,
} from '@sesa/contract'
import type { Current } from '../../../db/configuration.ts'
import type { RailsModule } from '../../payouts/index.ts'
import { compareNames } from './compare-names.ts'
import { within } from './patience.ts'
import { NAMES_SHOWN, PATIENCE_MS } from './settings.ts'

/** A mobile-money account: a number (E.164) on a network. */
export interface Wallet {
  readonly country: DestinationCode
  readonly phone: string
  readonly network: NetworkValue
}

/** The data about a wallet's holder that a customer may see. */
export interface Holder {
  /**
   * `inactive`: no account can receive money. `unsupported`: the network never reports holders. `unknown`: it gives no answer
   * now.
   */
  readonly account: 'active' | 'inactive' | 'unknown' | 'unsupported'
  /** `unknown` also when no name was typed. */
  readonly verdict: NameCheck
  /** The registered name as far as this customer may see it; null when the network gives none. */
  readonly name: string | null
}

export interface HolderDeps {
  readonly rails: Pick<RailsModule, 'checkWallet'>
  /** Defaults to `PATIENCE_MS`. */
  readonly patienceMs?: number
}

const NOTHING_KNOWN: Holder = { account: 'unknown', verdict: 'unknown', name: null }

/** Returns the registered name in full, or its initials; null without letters. */
export function shownName(country: DestinationCode, verdict: NameCheck, held: string): string | null {
  const name = held.trim().replace(/\s+/gu, ' ')
  if (verdict === 'match' || verdict === 'close' || NAMES_SHOWN.has(country)) return name === '' ? null : name
  const words = name.normalize('NFC').match(/\p{L}[\p{L}\p{M}]*/gu) ?? []
  const initials = words.map((word) => `${[...word].slice(0, 1).join('').toUpperCase()}.`)
  return initials.length === 0 ? null : initials.join(' ')
}

/** Requests a wallet's holder from the network, and compares the typed name. Without an answer, it is `unknown`. */
export async function askForHolder(
  { rails, patienceMs = PATIENCE_MS }: HolderDeps,
  { country, phone, network }: Wallet,
  typedName?: string,
  current?: Current,
): Promise<Holder> {
  const wallet = await within(patienceMs, rails.checkWallet({ country, network }, phone, current))
  if (wallet === null) return NOTHING_KNOWN
  if (wallet.account !== 'active') return { ...NOTHING_KNOWN, account: wallet.account }
  if (wallet.name === null) return { ...NOTHING_KNOWN, account: 'active' }
  const verdict = typedName === undefined ? 'unknown' : compareNames(typedName, wallet.name)
  return { account: 'active', verdict, name: shownName(country, verdict, wallet.name) }
}

/**
 * Decides whether a payment may open: never for an inactive number, and for a different name only once the customer confirmed
 * it.
 */
export function decideHolder(
  { account, verdict }: Pick<Holder, 'account' | 'verdict'>,
  confirmed: boolean,
): Extract<ErrorCode, 'recipient_inactive' | 'name_mismatch'> | null {
  if (account === 'inactive') return 'recipient_inactive'
  return verdict === 'different' && !confirmed ? 'name_mismatch' : null
}

/** Returns the message that a network has no wallet for a number, with the remedy. */
export function inactiveText({ country, network }: Wallet): string {
  const label = NETWORKS.find((entry) => entry.country === country && entry.value === network)?.label
  return `${label ?? 'This network'} doesn’t have a wallet for this number. Check the number and the network.`
}
