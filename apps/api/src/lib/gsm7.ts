/** Letters of the GSM 7-bit alphabet; one other character limits a text to 70 characters instead of 160. */
const GSM_7 =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ ÆæßÉ!"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** Maximum length of a single text message. */
export const ONE_TEXT = 160

/** Letters in names for which removing marks yields no GSM letter. */
const PLAIN: Readonly<Record<string, string>> = {
  ɔ: 'o',
  Ɔ: 'O',
  ɛ: 'e',
  Ɛ: 'E',
  ŋ: 'n',
  Ŋ: 'N',
  ɖ: 'd',
  Ɖ: 'D',
  ƒ: 'f',
  Ƒ: 'F',
  ɣ: 'g',
  Ɣ: 'G',
  ʋ: 'v',
  Ʋ: 'V',
  ɓ: 'b',
  Ɓ: 'B',
  ɗ: 'd',
  Ɗ: 'D',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  œ: 'oe',
  Œ: 'OE',
  '’': "'",
  '‘': "'",
  '–': '-',
  '—': '-',
  '\u00a0': ' ',
}

/** Returns true when a phone network sends the text in the GSM 7-bit alphabet. */
export function isGsm7(text: string): boolean {
  return [...text].every((letter) => GSM_7.includes(letter))
}

/**
 * Converts a text to the GSM 7-bit alphabet, with the nearest letters for those it lacks. Null when a letter has none,
 * such as one of the Vai alphabet.
 */
export function toGsm7(text: string): string | null {
  const written = [...text.normalize('NFC')].map(nearest).join('')
  return isGsm7(written) ? written : null
}

function nearest(letter: string): string {
  if (GSM_7.includes(letter)) return letter
  const [base = ''] = letter.normalize('NFD').replace(/\p{M}/gu, '')
  return PLAIN[letter] ?? PLAIN[base] ?? base
}
