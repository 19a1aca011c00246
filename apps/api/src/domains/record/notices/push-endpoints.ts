import { ECDH } from 'node:crypto'
import { Refused } from '../../../lib/refused.ts'

/**
 * The push services that we send to. An endpoint comes from the browser, so a request to any other host could be forged.
 */
export interface AcceptedServices {
  /** Services by host; `*.` matches one or more labels. */
  readonly services: readonly string[]
  /** URL of the sandbox's push service, in the sandbox. */
  readonly sandboxUrl?: string | undefined
}

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/

/**
 * Returns the push service of an endpoint, as named in the list. Returns null for any other host, and for a URL that browsers
 * would not write: another parser could read another host in it.
 */
export function pushServiceOf(endpoint: string, { services, sandboxUrl }: AcceptedServices): string | null {
  if (!URL.canParse(endpoint)) return null
  const url = new URL(endpoint)
  if (url.href !== endpoint) return null
  if (url.username !== '' || url.password !== '' || url.hash !== '') return null
  if (sandboxUrl !== undefined && url.origin === new URL(sandboxUrl).origin)
    return url.pathname.startsWith('/sandbox/push/to/') ? 'sandbox' : null
  if (url.protocol !== 'https:' || url.port !== '') return null
  return services.find((service) => isHostOf(service, url.hostname)) ?? null
}

function isHostOf(service: string, host: string): boolean {
  if (!service.startsWith('*.')) return host === service
  const domain = service.slice(1)
  return (
    host.endsWith(domain) &&
    host
      .slice(0, -domain.length)
      .split('.')
      .every((label) => LABEL.test(label))
  )
}

const POINT_BYTES = 65
const AUTH_BYTES = 16
const BASE64URL = /^[\w-]+={0,2}$/

/** A browser's validated subscription. */
export interface Subscription {
  readonly endpoint: string
  /** The browser's public key: an uncompressed point on P-256. */
  readonly p256dh: Buffer
  readonly auth: Buffer
}

/** Validates a subscription. Throws Refused `push_refused` for a foreign host, `invalid_field` for malformed keys. */
export function readSubscription(
  { endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } },
  accepted: AcceptedServices,
): Subscription {
  if (pushServiceOf(endpoint, accepted) === null) throw new Refused('push_refused', { field: 'endpoint' })
  const p256dh = decode(keys.p256dh)
  if (p256dh === null || !isPoint(p256dh)) throw new Refused('invalid_field', { field: 'keys.p256dh' })
  const auth = decode(keys.auth)
  if (auth?.length !== AUTH_BYTES) throw new Refused('invalid_field', { field: 'keys.auth' })
  return { endpoint, p256dh, auth }
}

function decode(text: string): Buffer | null {
  return BASE64URL.test(text) ? Buffer.from(text, 'base64url') : null
}

function isPoint(key: Buffer): boolean {
  if (key.length !== POINT_BYTES || key[0] !== 4) return false
  try {
    ECDH.convertKey(key, 'prime256v1')
    return true
  } catch {
    return false
  }
}
