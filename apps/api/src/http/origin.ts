import type { FastifyRequest } from 'fastify'

const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\/|\bOPiOS\/|Opera Mini/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bUCBrowser\//, 'UC Browser'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/\bChrome\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\bAndroid\b/, 'Android'],
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

/**
 * Returns a device name that a person recognises, such as "Chrome on Android". Browsers imitate each other, so the
 * order of the checks matters.
 */
function deviceName(userAgent: string | undefined): string {
  const text = (userAgent ?? '').slice(0, 512)
  const browser = BROWSERS.find(([pattern]) => pattern.test(text))?.[1]
  const system = SYSTEMS.find(([pattern]) => pattern.test(text))?.[1]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Unknown device'
}

/** The source of a request, as stored in the account's record. */
export interface Origin {
  /** The caller's network address; a proxy's header counts only where the server trusts that proxy. */
  readonly address: string
  readonly device: string
}

export function originOf(request: FastifyRequest): Origin {
  return { address: request.ip, device: deviceName(request.headers['user-agent']) }
}

const LONGEST_AGENT = 300

/** The source of a consent: enough to recognise it, too little to locate a home. */
export interface ConsentSource {
  /** The first 24 bits of an IPv4 address, the first 48 of an IPv6 address. */
  readonly addressPrefix: string
  readonly userAgent: string
}

export function consentSourceOf(request: FastifyRequest): ConsentSource {
  const userAgent = (request.headers['user-agent'] ?? '').slice(0, LONGEST_AGENT)
  return { addressPrefix: addressPrefixOf(request.ip), userAgent }
}

/** Returns the network of an address: `203.0.113.0/24`, `2001:db8:1::/48`. */
export function addressPrefixOf(address: string): string {
  const v4 = /(\d+\.\d+\.\d+)\.\d+$/.exec(address)?.[1]
  if (v4 !== undefined) return `${v4}.0/24`
  const [head = '', tail] = address.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? [] : Array.from({ length: 8 - groups.length - after.length }, () => '0')
  return `${[...groups, ...zeros, ...after].slice(0, 3).join(':')}::/48`
}
