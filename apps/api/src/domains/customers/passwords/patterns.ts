/** Names that people put before a year when they must choose a password. */
const CALENDAR = [
  ...['spring', 'summer', 'autumn', 'fall', 'winter', 'rainy', 'season', 'harmattan', 'christmas', 'easter'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
].sort((a, b) => b.length - a.length)

const YEAR = /(?:19|20)\d\d/g

/** Keyboard rows and counting, forwards and backwards. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, [...row].reverse().join('')],
)
const RUN_KEYS = 4

/** Characters allowed besides runs: the digits or symbols that password rules make people append. */
const LEFT_OVER = 3

/** Removes runs of neighbouring keys, for example `12345` or `qwert`. */
function withoutRuns(text: string): string {
  const keys = [...text]
  const isRun = (from: number): boolean => {
    const piece = keys.slice(from, from + RUN_KEYS).join('')
    return [...piece].length === RUN_KEYS && ROWS.some((row) => row.includes(piece))
  }
  const inRun = new Set<number>()
  for (const from of keys.keys()) {
    if (isRun(from)) for (let at = from; at < from + RUN_KEYS; at++) inRun.add(at)
  }
  return keys.filter((_key, at) => !inRun.has(at)).join('')
}

/** Returns true for a lower-case password of little more than calendar names, years and keyboard runs. */
export function isPattern(lower: string): boolean {
  const named = CALENDAR.reduce((left, word) => left.replaceAll(word, ''), lower)
  return [...withoutRuns(named.replaceAll(YEAR, ''))].length <= LEFT_OVER
}

/** Strips trailing digits and symbols: `password2026!` is still `password`. */
export function withoutEnding(lower: string): string {
  return lower.replace(/[^\p{L}]+$/u, '')
}
