import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { Refused } from '../../lib/refused.ts'

export interface HostRules {
  /** Where people reach the product. */
  readonly publicUrl: string
  /** Answers for the host of `publicUrl` alone, as in live mode; otherwise for this machine by name and address too. */
  readonly publicHostOnly: boolean
}

/** Paths that balancers and monitors request by address; their answers hold no personal data. */
const BY_ADDRESS = new Set(['/healthz', '/readyz', '/metrics'])

/** The name or address in a Host header, without its port; undefined where it is malformed. */
export function hostNameOf(host: string | undefined): string | undefined {
  const url = `http://${host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** A name of this machine, or an address: neither can be pointed here by the DNS of another site. */
export function isAddress(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) > 0
}

/**
 * Refuses requests for hosts that are not ours. A site that points its own name at this server (DNS rebinding) would
 * otherwise read answers as its own.
 */
export function registerHostCheck(app: FastifyInstance, { publicUrl, publicHostOnly }: HostRules): void {
  const ours = new URL(publicUrl).hostname
  const isServed = (request: FastifyRequest): boolean => {
    const name = hostNameOf(request.headers.host)
    if (name === undefined) return false
    const byAddress = !publicHostOnly || BY_ADDRESS.has(request.url.split('?')[0] ?? '')
    return name === ours || (byAddress && isAddress(name))
  }
  app.addHook('onRequest', async (request) => {
    if (!isServed(request)) throw new Refused('host_refused')
  })
}
