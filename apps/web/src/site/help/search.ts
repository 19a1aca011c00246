/** An article as the search reads it from the page. */
export interface Searched {
  readonly title: string
  /** All its other words. */
  readonly words: string
}

/** Words without meaning for a search. */
const EMPTY = new Set(
  'a an and are as at be but by can do does for from get got has have how i if in is it its me much my not of on or our so that the their they this to was we what when who why will with you your'.split(
    ' ',
  ),
)
const TITLE_WEIGHT = 4

/** Returns the words of a text: lower case, without marks and apostrophes. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}|['’]/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Returns how well a word matches: whole, as a prefix (of three letters or more), or not at all. */
function matchOf(wanted: string, words: ReadonlySet<string>): number {
  if (words.has(wanted)) return 2
  if (wanted.length < 3) return 0
  for (const word of words)
    if (word.startsWith(wanted) || (word.length > 3 && wanted.startsWith(word))) return 1
  return 0
}

/**
 * Returns the positions of the matching articles, best first. An article matches when it has at least half of the
 * meaningful words. Without any such word, every article matches, in its own order.
 */
export function rank(query: string, articles: readonly Searched[]): number[] {
  const typed = wordsOf(query)
  const meant = typed.filter((word) => !EMPTY.has(word))
  const wanted = meant.length > 0 ? meant : typed
  if (wanted.length === 0) return articles.map((_, place) => place)
  const scored = articles.map(({ title, words }, place) => {
    const [inTitle, inWords] = [new Set(wordsOf(title)), new Set(wordsOf(words))]
    const scores = wanted.map((word) => matchOf(word, inTitle) * TITLE_WEIGHT + matchOf(word, inWords))
    const hits = scores.filter((score) => score > 0).length
    return { place, hits, score: scores.reduce((sum, score) => sum + score, 0) }
  })
  return scored
    .filter(({ hits }) => hits * 2 >= wanted.length && hits > 0)
    .sort((a, b) => b.score - a.score || a.place - b.place)
    .map(({ place }) => place)
}
