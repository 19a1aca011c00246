import type { EnquiryTopic } from '@sesa/contract'
import { createHash } from 'node:crypto'

/** Without the letters that look like digits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 8

/** Returns the number of a conversation: C-… for a complaint, Q-… for a question. It is derived from the id. */
export function numberOf(id: string, topic: EnquiryTopic): string {
  const digest = createHash('sha256').update(id).digest()
  const characters = [...digest.subarray(0, LENGTH)].map((byte) => ALPHABET[byte & 31])
  return `${topic === 'complaint' ? 'C' : 'Q'}-${characters.join('')}`
}
