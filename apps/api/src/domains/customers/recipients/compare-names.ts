import { foldName, type NameCheck } from '@sesa/contract'
import { firstSpelling, isShortForm, TITLES } from './spellings.ts'

/** The version of the rule, stored with every verdict. Raise it with every change of the rule or its tables. */
export const NAME_RULE = 2

/** More than any name has; any further text is not compared. */
const [MOST_WORDS, MOST_LETTERS] = [12, 40]

function wordsOf(name: string): readonly string[] {
  return foldName(name)
    .split(/\P{L}+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS)
    .map((word) => word.slice(0, MOST_LETTERS))
}

/** Drops titles, unless they are needed for a name of two words: some are registered names. */
function withoutTitles(words: readonly string[]): readonly string[] {
  const rest = words.filter((word) => !TITLES.has(word))
  return rest.length > 1 ? rest : words
}

const spelled = (words: readonly string[]): readonly string[] => words.map(firstSpelling)

/** Returns the words unchanged, and with each two neighbours joined: people write "Owusu-Ansah" in every way. */
function joinings(words: readonly string[]): readonly string[] {
  const joined = words.slice(1).map((word, at) => words.toSpliced(at, 2, (words[at] ?? '') + word))
  return [words, ...joined].map((form) => spelled(form).toSorted().join(' '))
}

function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[b.length] ?? 0
}

function isMistyped(a: string, b: string): boolean {
  const letters = Math.min(a.length, b.length)
  return letters >= 5 && editsBetween(a, b) <= (letters >= 8 ? 2 : 1)
}

const isInitial = (a: string, b: string): boolean =>
  (a.length === 1 || b.length === 1) && a.charAt(0) === b.charAt(0)

/** Ways in which two words can be the same name, the strongest first. */
const WAYS = [(a: string, b: string) => a === b, isShortForm, isMistyped, isInitial] as const

/** Returns true if at least two words are the same names, of which one may be an initial, and one side has no other words. */
function isClose(typed: readonly string[], held: readonly string[]): boolean {
  const [left, right] = [[...typed], [...held]]
  const pairs = WAYS.map((isSame) => {
    const before = left.length
    for (const word of [...left]) {
      const at = right.findIndex((other) => isSame(word, other))
      if (at === -1) continue
      right.splice(at, 1)
      left.splice(left.indexOf(word), 1)
    }
    return before - left.length
  })
  const initials = pairs.at(-1) ?? 0
  const whole = pairs.reduce((sum, found) => sum + found, 0) - initials
  return whole + Math.min(initials, 1) > 1 && (left.length === 0 || right.length === 0)
}

/**
 * Compares a typed name with the name that a wallet is registered to. One shared word is never enough. A typed name without
 * letters is `different`: no input may skip the question.
 */
export function compareNames(typed: string, held: string): NameCheck {
  const [mine, theirs] = [wordsOf(typed), wordsOf(held)]
  if (theirs.length === 0) return 'unknown'
  if (Math.max(mine.length, theirs.length) < 2) return 'different'
  const [left, right] = [withoutTitles(mine), withoutTitles(theirs)]
  const forms = joinings(left)
  if (joinings(right).some((form) => forms.includes(form))) return 'match'
  return isClose(spelled(left), spelled(right)) ? 'close' : 'different'
}
