import { BlockList, isIP } from 'node:net'

/** A range of addresses, for example 10.0.0.0/8; a single address has the longest prefix. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Parses an address or a CIDR network; undefined when `text` is neither. */
export function parseNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const longest = version === 4 ? 32 : 128
  const prefix = digits === undefined ? longest : Number(digits)
  return prefix > longest ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns a function that checks whether an address is in one of the networks. */
export function matchNetworks(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return (address) => {
    const version = isIP(address)
    return version > 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
