import type { BodyOf, calls } from '@sesa/contract'
import { Refused } from '../../lib/refused.ts'
import { readEmail, readName } from '../profile/index.ts'

/** A message to support, checked. */
export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly message: string
}

const MOST_CHARACTERS = 5_000
/** Everything of the ASCII control characters that is not a tab or the end of a line. */
const CONTROL = /[^\P{Cc}\t\n]/gu

const clean = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').replace(CONTROL, '')

/**
 * Checks what was written. Refused, for the first field that is wrong: `name_invalid`, `email_invalid`,
 * `message_empty`, `message_too_long`.
 */
export function readContact(body: BodyOf<typeof calls.sendContact>): ContactMessage {
  const name = readName(body.name)
  const email = readEmail(body.email)
  const company = clean(body.company ?? '')
    .replace(/\s+/g, ' ')
    .trim()
  const message = clean(body.message).trim()
  if (message === '') throw new Refused('message_empty', { field: 'message' })
  if ([...message].length > MOST_CHARACTERS) throw new Refused('message_too_long', { field: 'message' })
  return { name, email, company: company === '' ? null : company, message }
}
