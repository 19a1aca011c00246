import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isIP } from 'node:net'
import { Refused } from '../../lib/refused.ts'

export interface HostRules {
  /** The product's public address. */
  readonly publicUrl: string
  /** Accepts only the host of `publicUrl`, as in live mode; otherwise also this machine's name and addresses. */
  readonly publicHostOnly: boolean
}

/** Paths that load balancers and monitors request by IP address; the responses hold no personal data. */
const BY_ADDRESS = new Set(['/healthz', '/readyz', '/metrics'])

/** Returns the name or address in a Host header without its port; undefined when malformed. */
export function hostNameOf(host: string | undefined): string | undefined {
  const url = `http://${host ?? ''}`
  return URL.canParse(url) ? new URL(url).hostname : undefined
}

/** Returns true for a name of this machine or an IP address: another site's DNS cannot point either of them here. */
export function isAddress(name: string): boolean {
  return name === 'localhost' || name.endsWith('.localhost') || isIP(name.replace(/^\[|\]$/g, '')) > 0
}

/**
 * Rejects requests for hosts that are not ours. Otherwise a site that points its own name at this server (DNS
 * rebinding) could read responses as its own. `request.host` is the Host header or, behind a trusted proxy, the last
 * X-Forwarded-Host, which that proxy wrote.
 */
export function registerHostCheck(app: FastifyInstance, { publicUrl, publicHostOnly }: HostRules): void {
  const ours = new URL(publicUrl).hostname
  const isServed = (request: FastifyRequest): boolean => {
    const name = hostNameOf(request.host)
    if (name === undefined) return false
    const byAddress = !publicHostOnly || BY_ADDRESS.has(request.url.split('?')[0] ?? '')
    return name === ours || (byAddress && isAddress(name))
  }
  app.addHook('onRequest', async (request) => {
    if (!isServed(request)) throw new Refused('host_refused')
  })
}
