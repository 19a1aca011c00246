import { createPublicKey, verify } from 'node:crypto'

const LONGEST_SECONDS = 24 * 60 * 60

interface Claims {
  aud?: unknown
  exp?: unknown
  sub?: unknown
}

/**
 * Checks an Authorization header as push services do (RFC 8292): signed with the key it names, for this origin, for at
 * most 24 hours, and with a contact. Returns the public key, base64url, or null.
 */
export function readVapid(
  header: string | undefined,
  { origins, now }: { origins: readonly string[]; now: number },
): string | null {
  const token = /(?:^vapid |[ ,])t=([\w-]+\.[\w-]+\.[\w-]+)/.exec(header ?? '')?.[1]
  const key = /[ ,]k=([\w-]{87})(?:$|[ ,])/.exec(header ?? '')?.[1]
  if (token === undefined || key === undefined || !header?.startsWith('vapid ')) return null
  const [head = '', body = '', signature = ''] = token.split('.')
  if (!isSigned(key, `${head}.${body}`, signature)) return null
  const { aud, exp, sub } = claimsOf(body)
  const seconds = now / 1000
  const isInTime = typeof exp === 'number' && exp > seconds && exp <= seconds + LONGEST_SECONDS + 60
  const hasContact = typeof sub === 'string' && /^(mailto:|https:)/.test(sub)
  return isInTime && hasContact && typeof aud === 'string' && origins.includes(aud) ? key : null
}

function claimsOf(body: string): Claims {
  try {
    return JSON.parse(Buffer.from(body, 'base64url').toString()) as Claims
  } catch {
    return {}
  }
}

function isSigned(key: string, text: string, signature: string): boolean {
  const point = Buffer.from(key, 'base64url')
  try {
    const publicKey = createPublicKey({
      format: 'jwk',
      key: {
        kty: 'EC',
        crv: 'P-256',
        x: point.subarray(1, 33).toString('base64url'),
        y: point.subarray(33).toString('base64url'),
      },
    })
    const wire = { key: publicKey, dsaEncoding: 'ieee-p1363' } as const
    return verify('sha256', Buffer.from(text), wire, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
