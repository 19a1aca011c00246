import 'reflect-metadata'
import * as x509 from '@peculiar/x509'
import { KeyObject, randomBytes, webcrypto } from 'node:crypto'
/** A certificate and its private key, both in PEM. */
export interface Certificate {
  readonly cert: string
  readonly key: string
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const DAY = 86_400_000

export interface CertificateOptions {
  readonly names?: readonly string[]
  /** Days from now. */
  readonly from?: number
  readonly until?: number
}

export interface Authority {
  /** Its own certificate, PEM. */
  readonly cert: string
  issue(options?: CertificateOptions): Promise<Certificate>
}

const newKeys = () => webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])
const pemOf = (key: webcrypto.CryptoKey) =>
  KeyObject.from(key).export({ type: 'pkcs8', format: 'pem' }).toString()
const nameOf = (name: string): x509.JsonGeneralName => ({
  type: /^[\d.]+$/.test(name) ? 'ip' : 'dns',
  value: name,
})

/** Creates a certificate authority that only the test trusts. */
export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys()
  const own = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: randomBytes(8).toString('hex'),
    name: 'CN=Authority of a test',
    notBefore: new Date(Date.now() - DAY),
    notAfter: new Date(Date.now() + 30 * DAY),
    signingAlgorithm: ALGORITHM,
    keys,
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  })
  return {
    cert: own.toString('pem'),
    async issue({ names = ['sesa.example'], from = -1, until = 20 } = {}) {
      const theirs = await newKeys()
      const cert = await x509.X509CertificateGenerator.create({
        serialNumber: randomBytes(8).toString('hex'),
        subject: `CN=${names[0] ?? ''}`,
        issuer: own.subject,
        notBefore: new Date(Date.now() + from * DAY),
        notAfter: new Date(Date.now() + until * DAY),
        signingKey: keys.privateKey,
        publicKey: theirs.publicKey,
        signingAlgorithm: ALGORITHM,
        extensions: [new x509.SubjectAlternativeNameExtension(names.map(nameOf))],
      })
      return { cert: cert.toString('pem'), key: pemOf(theirs.privateKey) }
    },
  }
}
