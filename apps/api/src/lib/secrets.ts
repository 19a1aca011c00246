import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const NONCE_BYTES = 12
const TAG_BYTES = 16

/** Derives a 256-bit key for one purpose from the one secret (HKDF-SHA-256), so that no key serves two purposes. */
export function deriveKey(secret: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secret, Buffer.alloc(0), `sesa/${purpose}`, 32))
}

/** Encrypts with AES-256-GCM. `context` names the row: a sealed value moved to another row cannot be opened. */
export function seal(key: Buffer, text: string, context: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(context))
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Returns the text that `seal` encrypted. Throws when the key, the context or a single bit differs. */
export function unseal(key: Buffer, sealed: Buffer, context: string): string {
  const nonce = sealed.subarray(0, NONCE_BYTES)
  const tag = sealed.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)
  const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(context))
    .setAuthTag(tag)
  const text = decipher.update(sealed.subarray(NONCE_BYTES + TAG_BYTES))
  return Buffer.concat([text, decipher.final()]).toString('utf8')
}

/** The secrets that the product's keys are derived from. */
export interface Secrets {
  readonly secret: Buffer
  /** The previous or next secret; values sealed under it can also be opened during a rotation. */
  readonly secretBefore?: Buffer | undefined
}

/** The secret under which a value was sealed; `unknown`: neither. */
export type SealedBy = 'current' | 'before' | 'unknown'

/** Seals and opens values for one purpose. */
export interface Sealing {
  seal(text: string, context: string): Buffer
  /** Decrypts text sealed under either secret. Throws when it was sealed under neither, or was tampered with. */
  unseal(sealed: Buffer, context: string): string
  sealedBy(sealed: Buffer, context: string): SealedBy
}

/** Number of values of a kind sealed under each secret. */
export type SealedCount = Readonly<Record<SealedBy, number>>

/** Counts sealed values by secret, and re-encrypts those under the earlier one; without `keep`, changes nothing. */
export async function reencrypt(
  sealing: Sealing,
  rows: readonly { readonly id: string; readonly sealed: Buffer }[],
  keep?: (row: { id: string; sealed: Buffer }) => Promise<void>,
): Promise<SealedCount> {
  const count = { current: 0, before: 0, unknown: 0 }
  for (const { id, sealed } of rows) {
    const by = sealing.sealedBy(sealed, id)
    count[by] += 1
    if (by === 'before') await keep?.({ id, sealed: sealing.seal(sealing.unseal(sealed, id), id) })
  }
  return count
}

/** Creates a sealing that uses the current secret, and also opens values of the earlier one. */
export function createSealing({ secret, secretBefore }: Secrets, purpose: string): Sealing {
  const current = deriveKey(secret, purpose)
  const before = secretBefore && deriveKey(secretBefore, purpose)
  const open = (key: Buffer, sealed: Buffer, context: string): string | null => {
    try {
      return unseal(key, sealed, context)
    } catch {
      return null
    }
  }
  return {
    seal: (text, context) => seal(current, text, context),
    unseal(sealed, context) {
      const text = open(current, sealed, context) ?? (before ? open(before, sealed, context) : null)
      if (text === null) throw new Error(`No secret of ours sealed this value for ${purpose}`)
      return text
    },
    sealedBy(sealed, context) {
      if (open(current, sealed, context) !== null) return 'current'
      return before && open(before, sealed, context) !== null ? 'before' : 'unknown'
    },
  }
}
