/** Characters typed as an apostrophe. */
export const APOSTROPHES = /['’‘‛`´ʹʻʼʽˈʾʿ′‵ꞌ՚׳]/gu
/** Characters that phones and word processors use as a hyphen. */
export const HYPHENS = /[\p{Dash}\u02d7\u2043]/gu
/** Characters of zero width: joiners, direction marks, soft hyphens. */
export const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu

/** Letters that decomposition does not change, and how people write them on other keyboards. */
const LETTERS: Readonly<Record<string, string>> = {
  ...{
    ɓ: 'b',
    đ: 'd',
    ɖ: 'd',
    ɗ: 'd',
    ð: 'd',
    ɛ: 'e',
    ə: 'e',
    ǝ: 'e',
    ƒ: 'f',
    ɣ: 'g',
    ħ: 'h',
    ı: 'i',
    ɩ: 'i',
  },
  ...{ ƙ: 'k', ł: 'l', ŋ: 'n', ɲ: 'n', ɔ: 'o', ø: 'o', ŧ: 't', ʊ: 'u', ʋ: 'v', ƴ: 'y', ς: 'σ' },
  ...{ æ: 'ae', œ: 'oe', ß: 'ss' },
}
const SPECIAL = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'gu')

/**
 * Folds a name for every comparison and search: lower case, without marks, apostrophes and invisible characters;
 * hyphens and dots become spaces. The database's function `fold_name` does the same; a test compares them.
 */
export function foldName(name: string): string {
  return (
    name
      // Decomposition would turn it into a space.
      .replaceAll('´', '')
      .normalize('NFKD')
      .replace(INVISIBLE, '')
      .replace(/\p{M}/gu, '')
      .replace(APOSTROPHES, '')
      .replace(HYPHENS, ' ')
      .toLowerCase()
      .replace(SPECIAL, (letter) => LETTERS[letter] ?? letter)
      .replace(/[\s.]+/gu, ' ')
      .trim()
  )
}

/** Normalizes search text: digits of every script become 0 to 9, and invisible characters are removed. */
export function plainText(typed: string): string {
  return typed
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0
      let zero = code
      while (/\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
      return String((code - zero) % 10)
    })
    .trim()
}

const RIGHT_TO_LEFT = /[\p{scx=Arab}\p{scx=Hebr}\p{scx=Nkoo}\p{scx=Syrc}\p{scx=Thaa}\p{scx=Adlm}]/u

/** Isolates a right-to-left name within left-to-right text, so that a number next to it keeps its order. */
export const isolateName = (name: string): string =>
  RIGHT_TO_LEFT.test(name.replace(/\P{L}/gu, '')) ? `\u2068${name}\u2069` : name
