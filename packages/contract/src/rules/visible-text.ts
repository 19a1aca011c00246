import * as v from 'valibot'

/** A character that people see: no blank, whatever its name, and nothing of zero width. */
const SEEN = '(?![\\u2800\\p{Default_Ignorable_Code_Point}])[\\p{L}\\p{N}\\p{P}\\p{S}]'

const showing = (least: number): RegExp => new RegExp(`(?:${SEEN}[^]*?){${least}}`, 'u')

/** Whether a text shows at least so many characters. */
export const isVisible = (text: string, least = 1): boolean => showing(least).test(text)

/** A reason, a note or an answer: people read it, so it shows at least so many characters. */
export const visibleText = (least: number, most: number) =>
  v.pipe(v.string(), v.maxLength(most), v.regex(showing(least), `Write at least ${least} characters.`))

/** Returns the remedy for a text that a pattern of this rule refuses; null for another pattern. */
export function visibleRemedy(pattern: string): string | null {
  const [, least] = /\{(\d+)\}$/.exec(pattern) ?? []
  if (least === undefined || showing(Number(least)).source !== pattern) return null
  return least === '1' ? 'Write some text.' : `Write at least ${least} characters that people can see.`
}
