import { createHash, timingSafeEqual, verify, type KeyObject } from 'node:crypto'
import type { CallbackRequest } from '../../domains/transfers/ports.ts'

/** Maximum age of a signature, past or future, in seconds. */
const TOLERANCE = 300

/** Maximum number of signatures that are parsed in a callback. */
const MOST_SIGNATURES = 4

/** A raw ECDSA signature on P-256 is r and s, 32 bytes each; any other is DER. */
const RAW_BYTES = 64

interface Signed {
  /** The covered components, in order, as written. */
  readonly components: readonly string[]
  /** The text after the label, which `@signature-params` covers. */
  readonly params: string
  readonly created: number | null
  readonly expires: number | null
}

function header({ headers }: CallbackRequest, name: string): string | null {
  const value = headers[name]
  return value === undefined ? null : typeof value === 'string' ? value : value.join(', ')
}

/** One member of the `Signature-Input` dictionary: label, components in brackets, parameters. */
const MEMBER =
  /(?:^|,)\s*([a-z*][\w.*-]*)=(\(([^)]*)\)((?:;[a-z*][\w.*-]*(?:=(?:"[^"]*"|[^",;]*))?)*))(?=\s*(?:,|$))/gi

/** Parses `sig-pp=("@method" …);alg=…;created=…`, once for each label. */
function readInputs(text: string): { label: string; signed: Signed }[] {
  return [...text.matchAll(MEMBER)].slice(0, MOST_SIGNATURES).flatMap(([, label, params, list, rest]) => {
    if (label === undefined || params === undefined || list === undefined || rest === undefined) return []
    const components = [...list.matchAll(/"([^"]+)"/g)].flatMap(([, name]) => name ?? [])
    const numberOf = (name: string): number | null => {
      const digits = new RegExp(`;${name}=(\\d{1,12})(?:;|$)`).exec(rest)?.[1]
      return digits === undefined ? null : parseInt(digits, 10)
    }
    const times = { created: numberOf('created'), expires: numberOf('expires') }
    return [{ label, signed: { components, params, ...times } }]
  })
}

function component(request: CallbackRequest, name: string): string | null {
  switch (name) {
    case '@method':
      return request.method
    case '@authority':
      // Without the default port (RFC 9421, section 2.2.3).
      return request.authority.toLowerCase().replace(/:(?:443|80)$/, '')
    case '@path':
      return request.path
    case '@query':
      return request.query
    default:
      return name.startsWith('@') ? null : header(request, name)
  }
}

/** Builds the signature base of RFC 9421, section 2.5; null when a covered component is missing. */
function baseOf(request: CallbackRequest, { components, params }: Signed): string | null {
  const lines = components.map((name) => {
    const value = component(request, name)
    return value === null ? null : `"${name}": ${value.trim()}`
  })
  return lines.includes(null) ? null : [...lines, `"@signature-params": ${params}`].join('\n')
}

/** Checks `sha-512=:…:` or `sha-256=:…:` over the body. */
function digestMatches(request: CallbackRequest): boolean {
  const [, name, encoded] = /(sha-512|sha-256)=:([^:]+):/.exec(header(request, 'content-digest') ?? '') ?? []
  if (name === undefined || encoded === undefined) return false
  const actual = createHash(name.replace('-', '')).update(request.body).digest()
  const claimed = Buffer.from(encoded, 'base64')
  return claimed.length === actual.length && timingSafeEqual(claimed, actual)
}

/**
 * Returns true when a callback was signed with this key (EC P-256) within the last 300 s (RFC 9421 and 9530, as pawaPay
 * uses them). One of its signatures must cover the path and the body's digest. Accepts both encodings of an ECDSA
 * signature, since the specification and pawaPay's sample differ. `now`: milliseconds.
 */
export function isSignedBy(request: CallbackRequest, publicKey: KeyObject, now: number): boolean {
  return readInputs(header(request, 'signature-input') ?? '').some(({ label, signed }) =>
    isSignature(request, label, signed, publicKey, now),
  )
}

function isSignature(
  request: CallbackRequest,
  label: string,
  signed: Signed,
  publicKey: KeyObject,
  now: number,
): boolean {
  if (!['@path', 'content-digest'].every((name) => signed.components.includes(name))) return false
  const seconds = now / 1_000
  if (signed.created === null || Math.abs(seconds - signed.created) > TOLERANCE) return false
  if (signed.expires !== null && signed.expires < seconds) return false
  const encoded = new RegExp(`(?:^|,\\s*)${label.replace(/[.*]/g, '\\$&')}=:([^:]+):`).exec(
    header(request, 'signature') ?? '',
  )?.[1]
  const base = baseOf(request, signed)
  if (encoded === undefined || base === null || !digestMatches(request)) return false
  const signature = Buffer.from(encoded, 'base64')
  const dsaEncoding = signature.length === RAW_BYTES ? 'ieee-p1363' : 'der'
  try {
    return verify('sha256', Buffer.from(base), { key: publicKey, dsaEncoding }, signature)
  } catch {
    return false
  }
}
