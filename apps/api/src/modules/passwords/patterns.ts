/** Names that people put before a year when they have to think of a password. */
const CALENDAR = [
  ...['spring', 'summer', 'autumn', 'fall', 'winter', 'rainy', 'season', 'harmattan', 'christmas', 'easter'],
  ...['january', 'february', 'march', 'april', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
].sort((a, b) => b.length - a.length)

const YEAR = /(?:19|20)\d\d/g

/** Rows of the keyboard and of counting, each also backwards. */
const ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm'].flatMap(
  (row) => [row, [...row].reverse().join('')],
)
const RUN_KEYS = 4

/** Characters that a pattern may have besides its runs: the digits or signs that password rules make people append. */
const LEFT_OVER = 3

/** Takes runs of neighbouring keys out, such as `12345` or `qwert`. */
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

/** True for a password in lower case that hardly holds more than names of the calendar, years and runs of keys. */
export function isPattern(lower: string): boolean {
  const named = CALENDAR.reduce((left, word) => left.replaceAll(word, ''), lower)
  return [...withoutRuns(named.replaceAll(YEAR, ''))].length <= LEFT_OVER
}

/** A password without the digits and signs that often come last: `password2026!` is still `password`. */
export function withoutEnding(lower: string): string {
  return lower.replace(/[^\p{L}]+$/u, '')
}
