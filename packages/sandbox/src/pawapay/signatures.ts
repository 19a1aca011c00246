import { createHash, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'

/** Id of pawaPay's public key, named in each signature. */
export const KEY_ID = 'HTTP_EC_P256_KEY:1'

/** How long a receiver may accept a signature, in seconds. */
const LIFETIME = 60
const COVERED = [
  '@method',
  '@authority',
  '@path',
  'signature-date',
  'content-digest',
  'content-type',
] as const

/**
 * Encodings of an ECDSA signature: pawaPay's own sample uses DER, RFC 9421 requires r and s. Production's is
 * unverified.
 */
export const SIGNATURE_FORMS = ['der', 'ieee-p1363'] as const
export type SignatureForm = (typeof SIGNATURE_FORMS)[number]

/** Creates a private key (PEM, EC P-256) to sign callbacks. */
export function makeSigningKey(): string {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Returns the public key (PEM) that verifies this private key's signatures. */
export function publicKeyOf(privateKey: string): string {
  return createPublicKey(privateKey).export({ type: 'spki', format: 'pem' }).toString()
}

interface Outgoing {
  readonly method: string
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** Returns the headers that sign a callback as pawaPay does (RFC 9421 and 9530). `now`: milliseconds. */
export function signatureHeaders(
  { method, url, headers, body }: Outgoing,
  privateKey: string,
  form: SignatureForm,
  now: number,
): Record<string, string> {
  const created = Math.floor(now / 1_000)
  const digest = createHash('sha512').update(body).digest('base64')
  const signed = {
    'content-digest': `sha-512=:${digest}:`,
    'signature-date': new Date(now).toISOString(),
  }
  const values: Readonly<Record<(typeof COVERED)[number], string>> = {
    '@method': method,
    '@authority': url.host,
    '@path': url.pathname,
    'content-type': headers['content-type'] ?? '',
    ...signed,
  }
  const list = COVERED.map((name) => `"${name}"`).join(' ')
  const params = `(${list});alg="ecdsa-p256-sha256";keyid="${KEY_ID}";created=${created};expires=${created + LIFETIME}`
  const lines = COVERED.map((name) => `"${name}": ${values[name]}`)
  const base = [...lines, `"@signature-params": ${params}`].join('\n')
  const signature = sign('sha256', Buffer.from(base), { key: privateKey, dsaEncoding: form })
  return {
    ...signed,
    'signature-input': `sig-pp=${params}`,
    signature: `sig-pp=:${signature.toString('base64')}:`,
  }
}
