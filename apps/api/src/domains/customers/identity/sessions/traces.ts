import { createHmac } from 'node:crypto'
import type { Traces } from '../../../../http/security-log.ts'
import { deriveKey } from '../../../../lib/secrets.ts'
import { addressKey } from '../phone/codes.ts'

/** 128 bits distinguish sources; the log does not need more. */
const HEX_LETTERS = 32

/**
 * Creates the keyed hashes that replace sources and identifiers in the security log. Lines of one source can be correlated,
 * but the address or number cannot be recovered without the secret.
 */
export function createTraces(secret: Buffer): Traces {
  const key = deriveKey(secret, 'security-log')
  return {
    source: (address) => addressKey(key, address).toString('hex').slice(0, HEX_LETTERS),
    identifier: (text) =>
      createHmac('sha256', key).update(text.trim().toLowerCase()).digest('hex').slice(0, HEX_LETTERS),
  }
}
