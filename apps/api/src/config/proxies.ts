import * as v from 'valibot'
import { group, optional, type Values } from './setting.ts'
import { BlockList, isIP } from 'node:net'

const listOf = (texts: readonly string[]): Network[] => texts.flatMap((text) => parseNetwork(text) ?? [])

const THIS_MACHINE = listOf(['127.0.0.0/8', '::1'])

/** Networks that are not routed on the internet. */
const PRIVATE = listOf([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
])

const isPrivate = ({ address, prefix }: Network): boolean =>
  PRIVATE.some((wide) => prefix >= wide.prefix && matchNetworks([wide])(address))

/** Describes the fault in a list of networks. */
function problemOf(list: string): string | undefined {
  for (const entry of list.split(',')) {
    const network = parseNetwork(entry)
    if (network === undefined)
      return `: ${entry.trim() || 'an entry'} is no network. Name networks such as 10.0.0.0/8 or 192.168.1.5, separated by commas`
    if (network.prefix === 0)
      return `: ${entry.trim()} is everybody, and everybody could invent addresses. Name the proxies alone`
  }
  return undefined
}

const networks = v.pipe(
  v.string(),
  v.check(
    (text) => problemOf(text) === undefined,
    ({ input }) => problemOf(input) ?? '',
  ),
  v.transform((text) => listOf(text.split(','))),
)

const privateNetworks = v.pipe(
  networks,
  v.check(
    (list) => list.every(isPrivate),
    ': what the proxy forwards travels in plain text, so the proxy must be in a private network. Name that network, or end TLS at this server with TLS_CERT_FILE',
  ),
)
const terminating = v.lazy((given) => (given === 'local' ? v.literal('local') : privateNetworks))

export const PROXIES = group({ title: 'A proxy instead of the certificate' })({
  TLS_PROXY: optional(terminating, '10.0.0.0/8,192.168.1.5').means(
    'local (then leave out HOST), or the proxies’ private networks',
  ),
  TRUST_PROXY: optional(networks, '203.0.113.0/24').means(
    'Networks of proxies in front (a CDN) whose forwarded headers count',
  ),
})

/** Returns the checks for addresses that count as proxies. */
export function proxiesOf({ TLS_PROXY, TRUST_PROXY = [] }: Values<typeof PROXIES>): {
  /** Returns true if an address may connect, where a proxy on other machines terminates TLS. */
  readonly accepts: ((address: string) => boolean) | undefined
  /** Returns true if a proxy's X-Forwarded-For and X-Forwarded-Host count; undefined without proxies. */
  readonly trusts: ((address: string) => boolean) | undefined
} {
  const trusted = [...(TLS_PROXY === 'local' ? THIS_MACHINE : (TLS_PROXY ?? [])), ...TRUST_PROXY]
  return {
    accepts: Array.isArray(TLS_PROXY) ? matchNetworks([...TLS_PROXY, ...THIS_MACHINE]) : undefined,
    trusts: trusted.length > 0 ? matchNetworks(trusted) : undefined,
  }
}

/** A range of addresses, for example 10.0.0.0/8; a single address has the longest prefix. */
export interface Network {
  readonly address: string
  readonly prefix: number
  readonly family: 'ipv4' | 'ipv6'
}

/** Parses an address or a CIDR network; undefined when `text` is neither. */
function parseNetwork(text: string): Network | undefined {
  const [, address = '', digits] = /^([\da-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text.trim()) ?? []
  const version = isIP(address)
  if (version === 0) return undefined
  const longest = version === 4 ? 32 : 128
  const prefix = digits === undefined ? longest : Number(digits)
  return prefix > longest ? undefined : { address, prefix, family: version === 4 ? 'ipv4' : 'ipv6' }
}

/** Returns a function that checks whether an address is in one of the networks. */
function matchNetworks(networks: readonly Network[]): (address: string) => boolean {
  const list = new BlockList()
  for (const { address, prefix, family } of networks) list.addSubnet(address, prefix, family)
  return (address) => {
    const version = isIP(address)
    return version > 0 && list.check(address, version === 4 ? 'ipv4' : 'ipv6')
  }
}
