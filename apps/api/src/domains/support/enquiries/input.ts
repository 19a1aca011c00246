import { INVISIBLE, isVisible, type BodyOf, type calls } from '@sesa/contract'
import { Refused } from '../../../lib/refused.ts'
import { readEmail } from '../../../lib/email-address.ts'

/** A validated message to support. */
export interface ContactMessage {
  readonly name: string
  readonly email: string
  readonly company: string | null
  readonly message: string
}

const LONGEST_NAME = 100
const LONGEST_MESSAGE = 5_000
/** All ASCII control characters except tab and line breaks. */
const CONTROL = /[^\P{Cc}\t\n]/gu

const clean = (text: string): string => text.normalize('NFC').replace(/\r\n?/g, '\n').replace(CONTROL, '')

/** Cleans a one-line text, including direction marks and other invisible characters, since it is used in subjects. */
const oneLine = (text: string): string => clean(text).replace(INVISIBLE, '').replace(/\s+/g, ' ').trim()

/**
 * Validates a message. Throws Refused for the first invalid field: `name_invalid`, `email_invalid`, `message_empty`,
 * `message_too_long`.
 */
export function readContact(body: BodyOf<typeof calls.sendContact>): ContactMessage {
  const name = oneLine(body.name)
  if (!/[\p{L}\p{N}]/u.test(name) || [...name].length > LONGEST_NAME)
    throw new Refused('name_invalid', {
      field: 'name',
      message: 'Enter your name, in 100 characters at most.',
    })
  const email = readEmail(body.email)
  const company = oneLine(body.company ?? '')
  return { name, email, company: company === '' ? null : company, message: readMessage(body.message) }
}

/** Validates the text of a message. Throws Refused `message_empty` or `message_too_long`. */
export function readMessage(typed: string): string {
  const message = clean(typed).trim()
  if (!isVisible(message)) throw new Refused('message_empty', { field: 'message' })
  if ([...message].length > LONGEST_MESSAGE) throw new Refused('message_too_long', { field: 'message' })
  return message
}
