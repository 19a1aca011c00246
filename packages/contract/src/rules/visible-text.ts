import * as v from 'valibot'

/** A visible character: no blank of any kind, and nothing of zero width. */
const SEEN = '(?![\\u2800\\p{Default_Ignorable_Code_Point}])[\\p{L}\\p{N}\\p{P}\\p{S}]'

const showing = (least: number): RegExp => new RegExp(`(?:${SEEN}[^]*?){${least}}`, 'u')

/** Returns true if a text has at least this many visible characters. */
export const isVisible = (text: string, least = 1): boolean => showing(least).test(text)

/** Returns the schema of a reason, a note or an answer: people read it, so it has a minimum of visible characters. */
export const visibleText = (least: number, most: number) =>
  v.pipe(v.string(), v.maxLength(most), v.regex(showing(least), `Write at least ${least} characters.`))

/** Returns the remedy for a text that a pattern of this rule rejects; null for another pattern. */
export function visibleRemedy(pattern: string): string | null {
  const [, least] = /\{(\d+)\}$/.exec(pattern) ?? []
  if (least === undefined || showing(Number(least)).source !== pattern) return null
  return least === '1' ? 'Write some text.' : `Write at least ${least} characters that people can see.`
}
