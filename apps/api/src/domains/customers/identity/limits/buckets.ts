import { createHmac } from 'node:crypto'
import { deriveKey } from '../../../../lib/secrets.ts'
import { addressKey } from '../phone/codes.ts'

/** Names counters for email addresses, phone numbers and network addresses: hashed, so that no address is stored. */
export interface Buckets {
  ofEmail(purpose: string, email: string): string
  ofNumber(purpose: string, phoneNumber: string): string
  /** Groups addresses of one household or attacker: the full IPv4 address, or the first 64 bits of IPv6. */
  ofAddress(purpose: string, address: string): string
}

export function createBuckets(secret: Buffer): Buckets {
  const key = deriveKey(secret, 'addresses')
  return {
    ofEmail: (purpose, email) =>
      `${purpose}:email:${createHmac('sha256', key).update(email.toLowerCase()).digest('hex')}`,
    ofNumber: (purpose, phoneNumber) =>
      `${purpose}:number:${createHmac('sha256', key).update(phoneNumber).digest('hex')}`,
    ofAddress: (purpose, address) => `${purpose}:address:${addressKey(key, address).toString('hex')}`,
  }
}
