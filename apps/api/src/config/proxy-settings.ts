import { matchNetworks, parseNetwork, type Network } from '../lib/networks.ts'
import { ConfigError } from './provider-settings.ts'

type Environment = Readonly<Record<string, string | undefined>>

const listOf = (texts: readonly string[]): Network[] => texts.flatMap((text) => parseNetwork(text) ?? [])

const THIS_MACHINE = listOf(['127.0.0.0/8', '::1'])

/** Networks that no route of the internet leads to. */
const PRIVATE = listOf([
  ...['127.0.0.0/8', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', '100.64.0.0/10'],
  ...['::1', 'fc00::/7', 'fe80::/10'],
])

const isPrivate = ({ address, prefix }: Network): boolean =>
  PRIVATE.some((wide) => prefix >= wide.prefix && matchNetworks([wide])(address))

const EXAMPLE = 'such as 10.0.0.0/8 or 192.168.1.5, separated by commas'

function readList(name: string, text: string): Network[] {
  return text.split(',').map((part) => {
    const network = parseNetwork(part)
    if (network === undefined)
      throw new ConfigError(
        `Setting ${name}: ${part.trim() || 'an entry'} is no network. Name networks ${EXAMPLE}.`,
      )
    if (network.prefix === 0)
      throw new ConfigError(
        `Setting ${name}: ${part.trim()} is everybody, and everybody could invent addresses. Name the proxies alone.`,
      )
    return network
  })
}

/** The proxies that terminate TLS for us, and all proxies whose forwarded headers count. */
export interface Proxies {
  /** `local`: on this machine. `networks`: on the machines that `accepts` tells. Null without TLS_PROXY. */
  readonly terminating:
    | { readonly at: 'local' }
    | { readonly at: 'networks'; accepts(address: string): boolean }
    | null
  /** Whether a proxy's X-Forwarded-For and X-Forwarded-Host count; undefined without proxies. */
  readonly trusts: ((address: string) => boolean) | undefined
}

function readTerminating(text: string): Network[] {
  if (text === 'local') return THIS_MACHINE
  const networks = readList('TLS_PROXY', text)
  if (!networks.every(isPrivate))
    throw new ConfigError(
      'Setting TLS_PROXY: what the proxy forwards travels in plain text, so the proxy must be in a private network. Name that network, or end TLS at this server with TLS_CERT_FILE.',
    )
  return networks
}

/** Reads the proxies in front of the server. Throws ConfigError. */
export function readProxies(env: Environment): Proxies {
  const terminating = env['TLS_PROXY'] === undefined ? [] : readTerminating(env['TLS_PROXY'])
  const others = env['TRUST_PROXY'] === undefined ? [] : readList('TRUST_PROXY', env['TRUST_PROXY'])
  const trusted = [...terminating, ...others]
  return {
    terminating:
      env['TLS_PROXY'] === undefined
        ? null
        : env['TLS_PROXY'] === 'local'
          ? { at: 'local' }
          : { at: 'networks', accepts: matchNetworks([...terminating, ...THIS_MACHINE]) },
    trusts: trusted.length > 0 ? matchNetworks(trusted) : undefined,
  }
}
