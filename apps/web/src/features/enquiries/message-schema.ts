import { ERRORS, isVisible } from '@sesa/contract'
import * as v from 'valibot'

const LONGEST = 5_000

/** The text of a message, by the server's own rules. */
export const messageText = v.pipe(
  v.string(),
  v.trim(),
  v.check((text) => isVisible(text), ERRORS.message_empty.message),
  v.check((text) => [...text].length <= LONGEST, ERRORS.message_too_long.message),
)
