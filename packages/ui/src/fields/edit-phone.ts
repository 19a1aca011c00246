import { formatTyped, plainDigits, type CountryCode } from '@sesa/contract'

/** The text of an input and where its caret is. */
export interface Typed {
  readonly text: string
  readonly caret: number
}

const marksOf = (text: string): string => plainDigits(text).replace(/[^\d+]/g, '')

/**
 * Formats the text that an edit has left in the input, and keeps the caret behind the digit that it was behind. Backspace
 * and Delete on a separator take the digit beside it.
 */
export function editPhone(
  before: string,
  edited: Typed,
  inputType: string,
  country: CountryCode | null,
): Typed {
  const { text, caret } = withoutSeparator(before, edited, inputType)
  const formatted = formatTyped(text, country)
  if (caret === text.length) return { text: formatted, caret: formatted.length }
  let marks = marksOf(text.slice(0, caret)).length
  // A plus sign that formatting has put before a calling code.
  if (marks > 0 && formatted.startsWith('+') && !marksOf(text).startsWith('+')) marks += 1
  let at = 0
  while (marks > 0 && at < formatted.length) if (/[\d+]/.test(formatted.charAt(at++))) marks -= 1
  return { text: formatted, caret: at }
}

function withoutSeparator(before: string, { text, caret }: Typed, inputType: string): Typed {
  if (marksOf(before) !== marksOf(text) || before.length !== text.length + 1) return { text, caret }
  if (inputType === 'deleteContentBackward') {
    const head = text.slice(0, caret).replace(/\d\D*$/, '')
    return { text: head + text.slice(caret), caret: head.length }
  }
  if (inputType === 'deleteContentForward')
    return { text: text.slice(0, caret) + text.slice(caret).replace(/^\D*\d/, ''), caret }
  return { text, caret }
}
