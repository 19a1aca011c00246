import { createHash, randomBytes } from 'node:crypto'

/** 128 bits: 22 characters in base64url. */
const BYTES = 16

/** Creates a secret for a link that needs no sign-in, and the hash to store: the token itself is not stored. */
export function createLinkToken(): { readonly token: string; readonly hash: Buffer } {
  const token = randomBytes(BYTES).toString('base64url')
  return { token, hash: hashLinkToken(token) }
}

/** Hashes any text, so that a malformed token takes as long as an unknown one. */
export function hashLinkToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
