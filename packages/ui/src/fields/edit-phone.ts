import { formatTyped, plainDigits, type CountryCode } from '@sesa/contract'

/** An input's text and caret position. */
export interface Typed {
  readonly text: string
  readonly caret: number
}

const marksOf = (text: string): string => plainDigits(text).replace(/[^\d+]/g, '')

/**
 * Formats an input's text after an edit, and keeps the caret behind the same digit. Backspace and Delete on a separator
 * remove the adjacent digit.
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
  // Formatting has added a plus sign before a calling code.
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
