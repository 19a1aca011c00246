import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import { isIPv6 } from 'node:net'
import type { Origin } from '../../../../http/origin.ts'
import type { EmailTemplate } from '../../../record/index.ts'
import { CODE_MINUTES } from '../settings.ts'

/** Returns random digits from a CSPRNG, leading zeros included. */
export function newCode(digits: number): string {
  return randomInt(0, 10 ** digits)
    .toString()
    .padStart(digits, '0')
}

/** Hashes a code for storage: bound to its verification and a salt, under a key that the database does not hold. */
export function hashCode(key: Buffer, verificationId: string, salt: Buffer, code: string): Buffer {
  return createHmac('sha256', key).update(salt).update(`${verificationId}:${code}`).digest()
}

export function sameHash(left: Buffer, right: Buffer): boolean {
  return left.length === right.length && timingSafeEqual(left, right)
}

/**
 * Returns the text of a code. Its last line binds the code to our host, so that phones offer it only there (WICG
 * sms-one-time-codes).
 */
export function codeText(code: string, host: string): string {
  return `Your Sesa code is ${code}. It expires in ${CODE_MINUTES} minutes. Never share it.\n\n@${host} #${code}`
}

/** Returns the email with a code, sent instead of an SMS. */
export const codeEmail = (code: string, { device, address }: Origin): EmailTemplate => ({
  subject: 'Your Sesa code',
  paragraphs: [
    `Your Sesa code is ${code}. It expires in ${CODE_MINUTES} minutes. Never share it.`,
    'Someone is signing in to your account with your phone number, and asked for the code by email:',
  ],
  facts: [
    ['Device', device],
    ['IP address', address],
  ],
  closing: ['If this isn’t you, ignore this email. Without the code, nobody can sign in.'],
})

/** Groups addresses of one household or attacker: the full IPv4 address, or the first 64 bits of IPv6. */
function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(address)) return address
  const [head = '', tail] = (address.split('%')[0] ?? '').toLowerCase().split('::')
  const left = head === '' ? [] : head.split(':')
  const right = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  const first = groups.slice(0, 4).map((group) => group.replace(/^0+(?=.)/, ''))
  return `${first.join(':')}::/64`
}

/** Hashes an address: addresses are counted, not stored. */
export function addressKey(key: Buffer, address: string): Buffer {
  return createHmac('sha256', key).update(networkOf(address)).digest()
}
