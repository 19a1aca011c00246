import { normalPassword, PASSWORD_MIN } from '@sesa/contract'
import * as i18n from '@sesa/contract/i18n'

export interface Strength {
  /** 0 to 4, for the strength bar. */
  readonly score: 0 | 1 | 2 | 3 | 4
  readonly words: string
}

/** A long password with fewer different characters is a pattern. */
const FEW_DIFFERENT = 6

/**
 * Rates how hard a new password is to guess, as far as the browser can tell; the server knows the common ones. Length
 * counts most; a mix of character types is not required. `own` has the customer's name and email address.
 */
export function strengthOf(typed: string, own: readonly (string | null | undefined)[] = []): Strength {
  const password = normalPassword(typed)
  const length = [...password].length
  if (length === 0)
    return {
      score: 0,
      words: i18n.t('At least {count} characters. A few words together are good.', {
        count: PASSWORD_MIN,
      }),
    }
  if (length < PASSWORD_MIN) {
    const missing = PASSWORD_MIN - length
    return {
      score: 1,
      words: i18n.t('{count, plural, one {# more character} other {# more characters}} to go', {
        count: missing,
      }),
    }
  }
  const lower = password.toLowerCase()
  const rest = ownWords(own).reduce((left, word) => left.replaceAll(word, ''), lower)
  if ([...rest].length < PASSWORD_MIN) return { score: 1, words: i18n.t('Too close to your name or address') }
  const different = new Set(rest).size
  if (different < FEW_DIFFERENT)
    return { score: 2, words: i18n.t('Weak: the same characters again and again') }
  if (length < 12) return { score: 2, words: i18n.t('Fair: longer is better') }
  return length < 16 ? { score: 3, words: i18n.t('Good') } : { score: 4, words: i18n.t('Very good') }
}

/** Returns the parts that an acquaintance would try first. */
function ownWords(own: readonly (string | null | undefined)[]): string[] {
  return own
    .flatMap((text) => (text ?? '').toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= 4)
    .sort((a, b) => b.length - a.length)
}
