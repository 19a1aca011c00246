import { APOSTROPHES, HYPHENS, INVISIBLE } from './fold-name.ts'

/** Why a name is refused. */
export type NameProblem = 'letters' | 'link' | 'scripts' | 'invisible'

/** The remedy, shown next to the field. */
const NAME_MESSAGES: Readonly<Record<NameProblem, string>> = {
  letters: 'Enter the full name, using letters.',
  link: 'Enter a name, not a web address. Put a space after each dot.',
  scripts: 'Write the whole name in one alphabet.',
  invisible: 'The name has hidden characters. Delete it and type it again.',
}

export type PersonName =
  | { readonly ok: true; readonly name: string }
  | { readonly ok: false; readonly problem: NameProblem; readonly message: string }

const LONGEST = 100
/** More marks on one letter than any alphabet uses: they would overlap the neighbouring lines. */
const PILE_OF_MARKS = /\p{M}{4}/u
/** Phones turn a dot followed by a letter into a link. */
const LINK = /[/@:]|\.\p{L}/u
const NAME = /^['’]?\p{L}[\p{L}\p{M} '’.-]*$/u
/** A character that no name contains. */
const FOREIGN = /[^\p{L}\p{M} '’.-]\p{M}*/u

/** Alphabets of names; those joined by a plus may appear in one name. */
const ALPHABETS =
  'Latin Arabic Ethiopic Nko Vai Adlam Bassa_Vah Mende_Kikakui Bamum Tifinagh Cyrillic Greek Armenian Georgian Hebrew Syriac Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Thai Lao Khmer Myanmar Tibetan Mongolian Han+Hiragana+Katakana Han+Hangul Han+Bopomofo'

function isOneAlphabet(name: string): boolean {
  const letters = name.replace(/\P{L}/gu, '')
  return ALPHABETS.split(' ').some((scripts) => {
    const any = scripts.split('+').map((script) => `\\p{scx=${script}}`)
    return new RegExp(`^[${any.join('')}]*$`, 'u').test(letters)
  })
}

function problemOf(typed: string, name: string): NameProblem | null {
  if (typed.search(INVISIBLE) !== -1) return 'invisible'
  if (LINK.test(name)) return 'link'
  if (!NAME.test(name) || PILE_OF_MARKS.test(name) || [...name].length > LONGEST) return 'letters'
  return isOneAlphabet(name) ? null : 'scripts'
}

/** Returns the remedy, naming the first wrong character. */
function remedyOf(problem: NameProblem, name: string): string {
  const wrong = problem === 'letters' && /\p{L}/u.test(name) ? FOREIGN.exec(name)?.[0] : undefined
  return wrong === undefined
    ? NAME_MESSAGES[problem]
    : `A name can’t have “${wrong}”. Use letters, spaces, hyphens and apostrophes.`
}

/**
 * Parses a person's name, for the server and the web app: letters of one alphabet with their marks, spaces, apostrophes,
 * hyphens and dots; no invisible characters and nothing that a phone would turn into a link.
 */
export function readPersonName(typed: string): PersonName {
  const name = typed
    // NFKC would turn it into a space.
    .replaceAll('´', '’')
    .normalize('NFKC')
    .replace(APOSTROPHES, (typedAs) => (typedAs === "'" ? typedAs : '’'))
    .replace(HYPHENS, '-')
    .trim()
    .replace(/\s+/gu, ' ')
  const problem = problemOf(typed, name)
  return problem === null ? { ok: true, name } : { ok: false, problem, message: remedyOf(problem, name) }
}
