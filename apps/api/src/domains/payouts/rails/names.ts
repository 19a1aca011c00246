import { NETWORKS, type DestinationCode, type NetworkValue } from '@sesa/contract'
import { actionRefused } from '../../../lib/refused.ts'

/** A network of a country. */
export interface Target {
  readonly country: DestinationCode
  readonly network: NetworkValue
}

/** Returns the name of a network, for example `GH/mtn`. */
export const targetName = ({ country, network }: Target): string => `${country}/${network}`

/** Reads a network name, for example `GH/mtn`. @throws Refused when there is no such network. */
export function readTarget(text: string): Target {
  const found = NETWORKS.find(({ country, value }) => `${country}/${value}` === text)
  if (found !== undefined) return { country: found.country, network: found.value }
  const known = NETWORKS.map(({ country, value }) => `${country}/${value}`).join(', ')
  throw actionRefused(`${text} isn’t a network. Choose one of ${known}.`)
}

/** Throws Refused unless the text is the name of a rail. */
export function requireRail(text: string | undefined, names: readonly string[]): string {
  if (text !== undefined && names.includes(text)) return text
  throw actionRefused(`${text ?? 'Nothing'} isn’t a rail. Choose one of ${names.join(', ')}.`)
}

/** Checks the rails of a network, first choice first. @throws Refused for an unknown or repeated rail, or none. */
export function requireRoute(rails: readonly string[], names: readonly string[]): void {
  if (rails.length === 0) throw actionRefused('Choose at least one rail.')
  if (new Set(rails).size < rails.length) throw actionRefused('Choose each rail only once.')
  rails.forEach((rail) => requireRail(rail, names))
}

/**
 * Returns a rail, everywhere or for one network, as text: its name, then the network if there is one, for example `GH/mtn`.
 */
export const railName = (rail: string, target: Target | undefined): string =>
  target === undefined ? rail : `${rail} ${targetName(target)}`

/** Parses such a text. @throws Refused */
export function readRailName(
  text: string,
  names: readonly string[],
): { rail: string; target: Target | undefined } {
  const [rail, network, ...more] = text.split(' ')
  if (more.length > 0) throw actionRefused('Enter a rail and at most one network, for example GH/mtn.')
  return { rail: requireRail(rail, names), target: network === undefined ? undefined : readTarget(network) }
}
