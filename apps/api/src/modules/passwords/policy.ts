import { PASSWORD_MIN } from '@sesa/contract'
import { readFile } from 'node:fs/promises'
import { Refused } from '../../lib/refused.ts'

/**
 * Words that anybody would guess first in a password for this product: on top of them come the person's own name
 * and email address. A password may contain them; they just do not count.
 */
const GUESSED_FIRST = [
  'sesa',
  'money',
  'transfer',
  'remit',
  'wallet',
  'liberia',
  'monrovia',
  'ghana',
  'accra',
  'sierraleone',
  'sierra',
  'leone',
  'freetown',
  'momo',
]

let common: Promise<ReadonlySet<string>> | undefined

/** The list beside this file, with its source in the first line. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return common
}

/** Names and parts of addresses, four letters and up, in lower case. */
function wordsOf(texts: readonly (string | null)[]): string[] {
  return texts
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
}

const lengthOf = (text: string): number => [...text].length

function weak(field: string, reason: 'short' | 'common' | 'personal', message: string): Refused {
  return new Refused('password_weak', { field, message, details: { reason } })
}

/**
 * Refuses a new password that is short (8 characters at the least), among the common ones, or made of the person's own
 * name or address (`own`) or of this product's words. Any characters are welcome, and no mixture is asked for. Throws
 * Refused `password_weak` with the reason; `field` is where it was typed.
 */
export async function checkNewPassword(
  password: string,
  { own, field }: { own: readonly (string | null)[]; field: string },
): Promise<void> {
  if (lengthOf(password) < PASSWORD_MIN)
    throw weak(field, 'short', `Choose a password of at least ${PASSWORD_MIN} characters.`)
  const known = await commonPasswords()
  const lower = password.toLowerCase()
  if (known.has(lower) || new Set(lower).size < 4)
    throw weak(field, 'common', 'This password is among the first that are guessed. Choose another.')
  const rest = [...wordsOf(own), ...GUESSED_FIRST]
    .sort((a, b) => b.length - a.length)
    .reduce((left, word) => left.replaceAll(word, ''), lower)
  if (rest !== lower && (lengthOf(rest) < PASSWORD_MIN || known.has(rest)))
    throw weak(
      field,
      'personal',
      'This password is close to your name, your email address or our name. Choose another.',
    )
}
