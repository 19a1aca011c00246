import { normalPassword, PASSWORD_MIN } from '@sesa/contract'
import { readFile } from 'node:fs/promises'
import { Refused } from '../../../lib/refused.ts'
import { isPattern, withoutEnding } from './patterns.ts'

/**
 * Words an attacker would guess first for this product, in addition to the user's own name and email address. A password may
 * contain them, but they do not count.
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

/** Reads the list next to this file, which names its source in the first line. */
function commonPasswords(): Promise<ReadonlySet<string>> {
  common ??= readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8').then(
    (text) => new Set(text.split('\n').filter((line) => line !== '' && !line.startsWith('# '))),
  )
  return common
}

/** The known details of the user who chooses a password. */
export interface PasswordFor {
  readonly name?: string | null
  readonly email?: string | null
  /** In E.164. */
  readonly phone?: string | null
}

const OWN_WORD_LETTERS = 3
const NUMBER_DIGITS = 7

const splitWords = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= OWN_WORD_LETTERS)

/** Returns the words of a name, an address and a number, in lower case. */
function wordsOf({ name, email, phone }: PasswordFor): string[] {
  const [local = '', domain = ''] = (email ?? '').split('@')
  const number = (phone ?? '').replace(/\D/g, '')
  return [
    ...splitWords(name ?? ''),
    ...splitWords(local),
    // Without the top-level domain, which many words contain.
    ...splitWords(domain.slice(0, Math.max(0, domain.lastIndexOf('.')))),
    ...(number === '' ? [] : [number, number.slice(-9), number.slice(-NUMBER_DIGITS)]),
  ]
}

/** Removes a word from a text; a three-letter word only if it is not part of another word. */
function without(text: string, word: string): string {
  if (word.length > OWN_WORD_LETTERS) return text.replaceAll(word, '')
  // Words contain only letters and digits, so nothing needs escaping.
  return text.replaceAll(new RegExp(`(?<!\\p{L})${word}|${word}(?!\\p{L})`, 'gu'), '')
}

const lengthOf = (text: string): number => [...text].length

function weak(field: string, reason: 'short' | 'common' | 'personal', message: string): Refused {
  return new Refused('password_weak', { field, message, details: { reason } })
}

/**
 * Refuses a new password that is short (under 8 characters), common (also with trailing digits), a season, month or day with
 * a year, a keyboard run, or made of the `owner`'s name, address and number or of this product's words. Any characters are
 * allowed, and no mixture is required. Throws Refused `password_weak` with the reason; `field` is the form field.
 */
export async function checkNewPassword(
  typed: string,
  { owner, field }: { owner: PasswordFor; field: string },
): Promise<void> {
  const password = normalPassword(typed)
  if (lengthOf(password) < PASSWORD_MIN)
    throw weak(field, 'short', `Choose a password of at least ${PASSWORD_MIN} characters.`)
  const known = await commonPasswords()
  const lower = password.toLowerCase()
  const rest = [...wordsOf(owner), ...GUESSED_FIRST]
    .sort((a, b) => b.length - a.length)
    .reduce(without, lower)
  if (rest !== lower && (lengthOf(rest) < PASSWORD_MIN || known.has(rest)))
    throw weak(
      field,
      'personal',
      'This password is too close to your name, email, phone number or words about Sesa. Choose another.',
    )
  if (known.has(lower) || known.has(withoutEnding(lower)) || new Set(lower).size < 4 || isPattern(lower))
    throw weak(field, 'common', 'This password is easy to guess. Choose another.')
}
