import type { Entry } from './list.ts'

/**
 * An imitation of name matching, simple enough to read. It is not yente's logic: its scores do not predict the real
 * engine's. Names become Latin tokens; each token of the shorter name is matched with the most similar token of the
 * longer one, in any order. A different birth date lowers the score; a missing one changes nothing.
 */

/** Letters that `normalize` does not reduce to Latin ones. */
const CYRILLIC: Readonly<Record<string, string>> = Object.fromEntries(
  [...'абвгдеёжзийклмнопрстуфхцчшщъыьэюя'].map((letter, index) => [
    letter,
    'a b v g d e e zh z i y k l m n o p r s t u f kh ts ch sh shch  y  e yu ya'.split(' ')[index] ?? '',
  ]),
)

/** Spellings of one sound, so that `Camara` is like `Kamara`, and `Youssef` like `Yusuf`. */
const SOUNDS: readonly (readonly [RegExp, string])[] = [
  [/ou|oo/g, 'u'],
  [/ph/g, 'f'],
  [/^c(?=[aou])/g, 'k'],
  [/th/g, 't'],
  [/dj|di(?=[aeou])/g, 'j'],
  [/ee|ie/g, 'i'],
  [/(.)\1+/g, '$1'],
]

const latin = (name: string): string =>
  [...name.toLowerCase().normalize('NFD').replaceAll(/\p{M}/gu, '')]
    .map((letter) => CYRILLIC[letter] ?? letter)
    .join('')

const tokensOf = (name: string): string[] =>
  latin(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((token) => token !== '' && !['al', 'el', 'jr', 'mr', 'mrs', 'dr'].includes(token))
    .map((token) => SOUNDS.reduce((word, [sound, spelled]) => word.replaceAll(sound, spelled), token))

function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [at, letter] of [...one].entries()) {
    const next = [at + 1]
    for (const [column, against] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === against ? 0 : 1)
      next.push(Math.min(replaced, (row[column + 1] ?? 0) + 1, (next[column] ?? 0) + 1))
    }
    row = next
  }
  return row.at(-1) ?? 0
}

/** Returns the similarity of two tokens, from 0 to 1. An initial is similar to every token that starts with it. */
function likeness(one: string, other: string): number {
  if (one.length === 1 || other.length === 1) return one[0] === other[0] ? 0.8 : 0
  const alike = 1 - editDistance(one, other) / Math.max(one.length, other.length)
  return alike < 0.7 ? 0 : alike
}

function nameScore(asked: readonly string[], listed: readonly string[]): number {
  const [shorter, longer] = asked.length <= listed.length ? [asked, listed] : [listed, asked]
  const free = [...longer]
  const found = shorter.map((token) => {
    const best = free.map((other, index) => ({ index, alike: likeness(token, other) }))
    const { index, alike } = best.toSorted((one, two) => two.alike - one.alike)[0] ?? { index: 0, alike: 0 }
    if (alike > 0) free.splice(index, 1)
    return alike
  })
  const sum = found.reduce((all, alike) => all + alike, 0)
  const score = sum / (0.25 * longer.length + 0.75 * shorter.length)
  // One shared name proves little where half a country has it, and initials without a name prove less.
  const hasName = longer.some((token) => token.length > 1) && shorter.some((token) => token.length > 1)
  return hasName && found.filter((alike) => alike > 0).length > 1 ? score : Math.min(score, 0.55)
}

/** Returns true when one date is a prefix of the other, such as a year. */
const isSameDate = (one: string, other: string): boolean => one.startsWith(other) || other.startsWith(one)

export interface Asked {
  readonly schema: string
  readonly names: readonly string[]
  readonly birthDates: readonly string[]
}

export interface Scored {
  readonly score: number
  readonly explanations: Readonly<Record<string, { score: number; detail: string | null }>>
}

/** Scores one entry against a query, from 0 to 1. */
export function scoreOf(asked: Asked, entry: Entry): Scored {
  const isComparable = asked.schema === entry.schema || asked.schema === 'LegalEntity'
  const pairs = asked.names.flatMap((name) =>
    entry.names.map((listed) => ({ listed, score: nameScore(tokensOf(name), tokensOf(listed)) })),
  )
  const best = pairs.toSorted((one, two) => two.score - one.score)[0]
  if (!isComparable || best === undefined) return { score: 0, explanations: {} }
  const { birthDate } = entry
  const differs =
    birthDate !== undefined &&
    asked.birthDates.length > 0 &&
    !asked.birthDates.some((date) => isSameDate(date, birthDate))
  const round = (score: number): number => Math.round(score * 1000) / 1000
  return {
    score: round(best.score * (differs ? 0.6 : 1)),
    explanations: {
      name_match: { score: round(best.score), detail: `likest name: ${best.listed}` },
      ...(differs && { birth_date_mismatch: { score: -0.4, detail: `listed: ${birthDate}` } }),
    },
  }
}
