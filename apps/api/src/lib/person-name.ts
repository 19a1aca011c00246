import { readPersonName } from '@sesa/contract'

/** Maximum length of the sender's name in a text message. */
const SHORT_MOST = 20

/**
 * Returns the first name and the initial of the last, at most 20 characters, for text messages. Null for a name that
 * today's rules reject, since phones turn text that looks like an address into a link.
 */
export function shortName(name: string): string | null {
  if (!readPersonName(name).ok) return null
  const words = name.split(' ')
  const [first = ''] = words
  const initial = words.length > 1 ? / [^\p{L}]*(\p{L}\p{M}*)[^ ]*$/u.exec(name)?.[1] : undefined
  const ending = initial === undefined ? '' : ` ${initial}.`
  const letters = [...new Intl.Segmenter('en').segment(first)].map(({ segment }) => segment)
  let cut = letters.length
  while (letters.slice(0, cut).join('').length + ending.length > SHORT_MOST) cut -= 1
  return letters.slice(0, cut).join('') + ending
}

/**
 * Splits a name into first and family name, as rails require: the last word is the family name. `last` is null for a
 * name of one word.
 */
export function splitName(name: string): { readonly first: string; readonly last: string | null } {
  const words = name.split(' ')
  const last = words.length > 1 ? words.at(-1) : undefined
  return last === undefined ? { first: name, last: null } : { first: words.slice(0, -1).join(' '), last }
}
