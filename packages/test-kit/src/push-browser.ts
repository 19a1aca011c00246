import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto'

/** A browser's push subscription. */
export interface PushKeys {
  readonly endpoint: string
  readonly keys: { readonly p256dh: string; readonly auth: string }
}

/** A message, decrypted. */
export interface Pushed {
  readonly payload: Record<string, unknown>
  readonly urgency: string
  readonly ttl: number
  readonly topic: string | null
  /** Size of the encrypted body, in bytes. */
  readonly size: number
}

const PREFIX = { salt: 16, recordSize: 4, keyLength: 1 }
const TAG_BYTES = 16

/** A browser that subscribes at the sandbox's push service and decrypts its messages (RFC 8291). */
export class PushBrowser {
  readonly #pair = createECDH('prime256v1')
  readonly #auth = randomBytes(16)
  readonly #sandboxUrl: string
  #id = ''

  constructor(sandboxUrl: string) {
    this.#sandboxUrl = sandboxUrl
    this.#pair.generateKeys()
  }

  /** Subscribes again, under the VAPID public key that the page names. */
  async subscribe(applicationServerKey?: string): Promise<PushKeys> {
    const response = await fetch(`${this.#sandboxUrl}/sandbox/push/subscriptions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(applicationServerKey === undefined ? {} : { applicationServerKey }),
    })
    const { id, endpoint } = (await response.json()) as { id: string; endpoint: string }
    this.#id = id
    const keys = { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth.toString('base64url') }
    return { endpoint, keys }
  }

  /** Ends the subscription without notifying the product. */
  async end(): Promise<void> {
    await fetch(`${this.#sandboxUrl}/sandbox/push/subscriptions/${this.#id}`, { method: 'DELETE' })
  }

  /** Returns the delivered messages, newest first. */
  async received(): Promise<Pushed[]> {
    const response = await fetch(`${this.#sandboxUrl}/sandbox/push/messages?subscription=${this.#id}`)
    const { messages } = (await response.json()) as {
      messages: (Omit<Pushed, 'payload'> & { body: string })[]
    }
    return messages.map(({ body, urgency, ttl, topic, size }) => ({
      payload: JSON.parse(this.#decrypt(Buffer.from(body, 'base64url'))) as Record<string, unknown>,
      ...{ urgency, ttl, topic, size },
    }))
  }

  /** Decrypts one record of `aes128gcm` (RFC 8188), whose key is derived by RFC 8291. */
  #decrypt(body: Buffer): string {
    const salt = body.subarray(0, PREFIX.salt)
    const keyAt = PREFIX.salt + PREFIX.recordSize + PREFIX.keyLength
    const dataAt = keyAt + (body[keyAt - 1] ?? 0)
    const sender = body.subarray(keyAt, dataAt)
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), this.#pair.getPublicKey(), sender])
    const secret = derive(this.#pair.computeSecret(sender), this.#auth, info, 32)
    const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce)
    decipher.setAuthTag(body.subarray(-TAG_BYTES))
    const padded = Buffer.concat([decipher.update(body.subarray(dataAt, -TAG_BYTES)), decipher.final()])
    return padded.subarray(0, padded.lastIndexOf(2)).toString()
  }
}

function derive(input: Buffer, salt: Buffer, info: Buffer, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', input, salt, info, bytes))
}
