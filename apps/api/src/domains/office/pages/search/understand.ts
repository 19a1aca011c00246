import { foldName, plainText } from '@sesa/contract'
import type { May, Meaning, Piece } from './pieces.ts'
import { readFilter } from './read-filter.ts'
import { readAmount, readPhones } from './read-number.ts'
import { readSpan, spanText } from './read-span.ts'

const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i
const RECORD = /^[KFPCQ]-[\dA-Z]{1,8}$/i
/** The letters that references have: none that looks like a digit. */
const REFERENCE = /^(?:S-[\dA-HJKMNP-TV-Z]{2,8}|[\dA-HJKMNP-TV-Z]{4,8})$/i
const LONGEST_SPAN = 5
const LONGEST_NUMBER = 6
/** Amounts have no index: without a date, the search is in the last days. */
export const RECENT_DAYS = 30

/** The meaning of a typed text. */
export interface Understood {
  /** The text with the digits of every script as 0 to 9, and without invisible characters. */
  readonly text: string
  readonly pieces: readonly Piece[]
}

type Found = Omit<Piece, 'text' | 'isNegated'>

const found = (label: string, meanings: readonly Meaning[], isPersonal = true): Found => ({
  ...{ label, meanings, isPersonal },
  problem: null,
})

const NO_PEOPLE: Found = {
  ...{ label: 'A person', meanings: [], isPersonal: true },
  problem: 'Your roles find transfers, not people.',
}

/** Reads digits as everything that they can be: a phone number, an amount and the beginning of a reference. */
function readDigits(text: string, may: May): Found | null {
  const meanings: Meaning[] = []
  const labels: string[] = []
  const numbers = readPhones(text)
  if (numbers.length > 0) {
    labels.push('number')
    if (may('customers.read')) meanings.push({ kind: 'phone', numbers })
    meanings.push({ kind: 'wallet', numbers })
  }
  const amount = readAmount(text)
  if (amount !== null) {
    labels.push('amount')
    meanings.push(amount.meaning)
  }
  if (/^\d{4,8}$/.test(text)) {
    labels.push('reference')
    meanings.push(referenceFrom(text))
  }
  if (meanings.length === 0) return null
  const isPlain = amount !== null && labels.length === 1
  return found(isPlain ? `Amount ${amount.words}` : `${capital(anyOf(labels))}: ${text}`, meanings)
}

const referenceFrom = (text: string): Meaning => ({
  kind: 'reference',
  start: `S-${text.toUpperCase().replace(/^S-/, '')}`,
})

/** Reads one word: an id, an address, a reference or the beginning of a name. */
function readWord(word: string, may: May): Found {
  const lower = word.toLowerCase()
  if (UUID.test(word)) return found(`Id: ${lower}`, [{ kind: 'id', id: lower }])
  if (/^pi_\S+$/.test(word)) return found(`Payment: ${word}`, [{ kind: 'payment', id: word }])
  if (RECORD.test(word))
    return found(`Record: ${word.toUpperCase()}`, [{ kind: 'number', start: word.toUpperCase() }])
  if (word.includes('@')) {
    if (!may('customers.read')) return NO_PEOPLE
    return word.startsWith('@')
      ? found(`Email: ${lower}`, [{ kind: 'domain', start: lower.slice(1) }])
      : found(`Email: ${lower}`, [{ kind: 'email', start: lower }])
  }
  const words = foldName(word)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => /\p{L}/u.test(part))
  const isReference = REFERENCE.test(word)
  if (!isReference && (words.length === 0 || /^S-/i.test(word)))
    return { ...found(word, []), problem: 'Type the whole number, or more of the reference.' }
  const isName = words.length > 0 && !/^S-/i.test(word) && may('customers.read')
  if (!isName && !isReference) return NO_PEOPLE
  const label = isName && isReference ? 'Name or reference' : isName ? 'Name' : 'Reference'
  return found(`${label}: ${word}`, [
    ...(isName ? [{ kind: 'name', words } as const] : []),
    ...(isReference ? [referenceFrom(word)] : []),
  ])
}

interface Read {
  readonly piece: Piece
  /** How many words it takes. */
  readonly length: number
}

/** Reads as many words as belong together. */
function readNext(words: readonly string[], now: Date, may: May): Read {
  const [first = ''] = words
  const filter = readFilter(first, { now, may })
  if (filter !== null) return { piece: filter, length: 1 }
  const longest = (most: number, read: (text: string) => Found | null): Read | null => {
    for (let length = Math.min(most, words.length); length > 0; length--) {
      const text = words.slice(0, length).join(' ')
      const one = read(text)
      if (one !== null) return { piece: { ...one, text, isNegated: false }, length }
    }
    return null
  }
  const span = longest(LONGEST_SPAN, (text) => {
    const read = readSpan(text.toLowerCase(), now)
    return read && found(capital(spanText(read)), [{ kind: 'span', ...read }], false)
  })
  return (
    span ??
    longest(LONGEST_NUMBER, (text) => readDigits(text, may)) ?? {
      piece: { ...readWord(first, may), text: first, isNegated: false },
      length: 1,
    }
  )
}

/**
 * Turns typed text into pieces, each with everything that it can mean. `now` is the time that "today" is of; `may` says which
 * records the member may find.
 */
export function understand(typed: string, now: Date, may: May): Understood {
  const text = plainText(typed).trim().replaceAll(/\s+/g, ' ')
  const words = text === '' ? [] : text.split(' ')
  const pieces: Piece[] = []
  for (let at = 0; at < words.length;) {
    const { piece, length } = readNext(words.slice(at), now, may)
    pieces.push(piece)
    at += length
  }
  return { text, pieces: pieces.map((piece) => inContext(piece, pieces)) }
}

const isNamed = ({ meanings }: Piece): boolean => meanings.some(({ kind }) => kind === 'name')
const isDated = ({ meanings }: Piece): boolean => meanings.some(({ kind }) => kind === 'span')

/** A word without digits beside other words of a name is no reference. An amount says in which days it is searched. */
function inContext(piece: Piece, pieces: readonly Piece[]): Piece {
  if (isNamed(piece) && !/\d/.test(piece.text) && pieces.filter(isNamed).length > 1)
    return {
      ...piece,
      label: piece.label.replace(' or reference', ''),
      meanings: piece.meanings.filter(({ kind }) => kind !== 'reference'),
    }
  const isAmount = piece.meanings.some(({ kind }) => kind === 'amount')
  return isAmount && !pieces.some(isDated)
    ? { ...piece, label: `${piece.label}, last ${RECENT_DAYS} days` }
    : piece
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const anyOf = (words: readonly string[]): string =>
  words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`
