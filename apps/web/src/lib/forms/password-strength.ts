import { PASSWORD_MIN } from '@sesa/contract'

export interface Strength {
  /** 0 to 4, for a bar. */
  readonly score: 0 | 1 | 2 | 3 | 4
  readonly words: string
}

/** Different characters below which a long password is a pattern. */
const FEW_DIFFERENT = 6

/**
 * How hard a new password is to guess, so far as can be said before the server is asked (which knows the common ones).
 * Length counts most: a mixture of signs is not asked for. `own` are the person's name and address.
 */
export function strengthOf(password: string, own: readonly (string | null | undefined)[] = []): Strength {
  const length = [...password].length
  if (length === 0)
    return { score: 0, words: `At least ${PASSWORD_MIN} characters. A few words together are good.` }
  if (length < PASSWORD_MIN) {
    const missing = PASSWORD_MIN - length
    return { score: 1, words: `${missing} more ${missing === 1 ? 'character' : 'characters'} to go` }
  }
  const lower = password.toLowerCase()
  const rest = ownWords(own).reduce((left, word) => left.replaceAll(word, ''), lower)
  if ([...rest].length < PASSWORD_MIN) return { score: 1, words: 'Too close to your name or address' }
  const different = new Set(rest).size
  if (different < FEW_DIFFERENT) return { score: 2, words: 'Weak: the same characters again and again' }
  if (length < 12) return { score: 2, words: 'Fair: longer is better' }
  return length < 16 ? { score: 3, words: 'Good' } : { score: 4, words: 'Very good' }
}

/** Parts that an acquaintance would try first. */
function ownWords(own: readonly (string | null | undefined)[]): string[] {
  return own
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
}
