import { createPrivateKey, X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { duplexPair } from 'node:stream'
import { connect, createSecureContext, rootCertificates, TLSSocket, type SecureVersion } from 'node:tls'

/** A certificate with its chain, and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

/** TLS 1.3 first, then 1.2; authenticated encryption with forward secrecy, strongest first, in the server's order. */
export const TLS_RULES = {
  minVersion: 'TLSv1.2' satisfies SecureVersion as SecureVersion,
  maxVersion: 'TLSv1.3' satisfies SecureVersion as SecureVersion,
  honorCipherOrder: true,
  ciphers: [
    'TLS_AES_256_GCM_SHA384',
    'TLS_CHACHA20_POLY1305_SHA256',
    'TLS_AES_128_GCM_SHA256',
    'ECDHE-ECDSA-AES256-GCM-SHA384',
    'ECDHE-RSA-AES256-GCM-SHA384',
    'ECDHE-ECDSA-CHACHA20-POLY1305',
    'ECDHE-RSA-CHACHA20-POLY1305',
    'ECDHE-ECDSA-AES128-GCM-SHA256',
    'ECDHE-RSA-AES128-GCM-SHA256',
  ].join(':'),
}

/** Describes a fault in the certificate itself; undefined when there is none. */
export function faultOf({ cert, key }: Certificate): string | undefined {
  let leaf: X509Certificate
  try {
    leaf = new X509Certificate(cert)
  } catch {
    return 'the file of the certificate holds none in PEM'
  }
  try {
    if (!leaf.checkPrivateKey(createPrivateKey(key))) return 'the key is that of another certificate'
    createSecureContext({ ...TLS_RULES, cert, key })
  } catch {
    return 'the file of the key holds no private key in PEM without a password'
  }
  const now = Date.now()
  if (now > leaf.validToDate.getTime()) return `the certificate ended at ${leaf.validToDate.toISOString()}`
  if (now < leaf.validFromDate.getTime())
    return `the certificate begins at ${leaf.validFromDate.toISOString()}`
  return undefined
}

/**
 * Describes the fault that a browser would report about the certificate at `host`, from a handshake with ourselves in
 * memory; undefined when there is none. `authorities`: trusted roots (PEM), by default Mozilla's list that ships with
 * Node.
 */
export async function distrustOf(
  { cert, key }: Certificate,
  host: string,
  authorities: readonly string[] = rootCertificates,
): Promise<string | undefined> {
  const [ours, theirs] = duplexPair()
  const server = new TLSSocket(ours, {
    isServer: true,
    secureContext: createSecureContext({ ...TLS_RULES, cert, key }),
  })
  server.on('error', () => undefined)
  const client = connect({ socket: theirs, host, servername: host, ca: [...authorities] })
  try {
    await once(client, 'secureConnect')
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    client.destroy()
    server.destroy()
  }
}
