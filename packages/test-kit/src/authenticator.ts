import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'

const FLAGS = { present: 0x01, verified: 0x04, withKey: 0x40 }

interface Quirks {
  readonly origin?: string
  readonly rpId?: string
  /** The device was not unlocked. */
  readonly unverified?: boolean
  readonly counter?: number
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
const base64url = (data: Buffer | string): string => Buffer.from(data).toString('base64url')

/** Encodes the public key of an ES256 pair as a COSE key (RFC 9053), in CBOR. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return Buffer.concat([
    Buffer.from('a5010203262001215820', 'hex'),
    Buffer.from(x, 'base64url'),
    Buffer.from('225820', 'hex'),
    Buffer.from(y, 'base64url'),
  ])
}

/** Encodes `{ fmt: "none", attStmt: {}, authData }` in CBOR. */
function attestation(authData: Buffer): Buffer {
  const length = Buffer.alloc(2)
  length.writeUInt16BE(authData.length)
  return Buffer.concat([
    Buffer.from('a363666d74646e6f6e656761747453746d74a068617574684461746159', 'hex'),
    length,
    authData,
  ])
}

/** A device that creates and uses one passkey, as a browser's `navigator.credentials` does, in JSON form. */
export class Authenticator {
  readonly id = randomBytes(16)
  counter = 0
  readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  readonly origin: string
  userHandle = ''

  constructor(origin = 'http://localhost:3000') {
    this.origin = origin
  }

  private authData(quirks: Quirks, key: Buffer | null): Buffer {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(quirks.counter ?? this.counter)
    const flags = FLAGS.present | (quirks.unverified ? 0 : FLAGS.verified) | (key ? FLAGS.withKey : 0)
    const idLength = Buffer.from([0, this.id.length])
    const attested = key ? [Buffer.alloc(16), idLength, this.id, key] : []
    const rpId = quirks.rpId ?? new URL(this.origin).hostname
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, ...attested])
  }

  private clientData(type: string, challenge: string, quirks: Quirks): Buffer {
    const origin = quirks.origin ?? this.origin
    return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  }

  /** Returns the result of `credentials.create`. */
  create(options: { challenge: string; user: { id: string } }, quirks: Quirks = {}) {
    this.userHandle = options.user.id
    const clientData = this.clientData('webauthn.create', options.challenge, quirks)
    const authData = this.authData(quirks, coseKey(this.keys.publicKey))
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key',
      clientExtensionResults: { credProps: { rk: true } },
      authenticatorAttachment: 'platform',
      response: {
        clientDataJSON: base64url(clientData),
        attestationObject: base64url(attestation(authData)),
        transports: ['internal'],
      },
    }
  }

  /** Returns the result of `credentials.get`. */
  get(options: { challenge: string }, quirks: Quirks = {}) {
    const clientData = this.clientData('webauthn.get', options.challenge, quirks)
    this.counter += 1
    const authData = this.authData(quirks, null)
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.keys.privateKey)
    return {
      id: base64url(this.id),
      rawId: base64url(this.id),
      type: 'public-key',
      clientExtensionResults: {},
      response: {
        clientDataJSON: base64url(clientData),
        authenticatorData: base64url(authData),
        signature: base64url(signature),
        userHandle: this.userHandle,
      },
    }
  }
}
