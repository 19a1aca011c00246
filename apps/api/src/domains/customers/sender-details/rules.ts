import type { BodyOf, calls, IdentificationType } from '@sesa/contract'
import { ISO_COUNTRIES } from '@sesa/contract/iso-countries'
import { Refused } from '../../../lib/refused.ts'

type SenderDetailsBody = BodyOf<typeof calls.putSenderDetails>

/** A customer's validated details. Countries are ISO 3166-1 alpha-2. */
export interface SenderDetailsInput {
  readonly nationality: string
  readonly addressLine: string
  readonly postalCode: string | null
  readonly city: string
  readonly country: string
  readonly identificationType: IdentificationType
  /** Undefined keeps the stored number. */
  readonly identificationNumber: string | undefined
  readonly occupation: string | null
}

const KNOWN_COUNTRIES: ReadonlySet<string> = new Set(ISO_COUNTRIES)
/** Letters and digits of any script, and the punctuation of addresses. */
const LINE = /^[\p{L}\p{M}\p{N} '’.,/#&()°ºª:;-]+$/u
const NUMBER = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{4,39}$/u

const tidy = (text: string | undefined): string => (text ?? '').normalize('NFC').trim().replace(/\s+/gu, ' ')

function readCountry(code: string, field: 'nationality' | 'country'): string {
  if (KNOWN_COUNTRIES.has(code)) return code
  throw new Refused('invalid_field', { field, message: 'Choose a country from the list.' })
}

function readLine(
  text: string | undefined,
  field: keyof SenderDetailsBody,
  { most, what }: { most: number; what: string },
): string | null {
  const line = tidy(text)
  if (line === '') return null
  if ([...line].length <= most && LINE.test(line) && /[\p{L}\p{N}]/u.test(line)) return line
  const message = `Enter ${what} in letters and digits, at most ${most} characters.`
  throw new Refused('invalid_field', { field, message })
}

function requireLine(
  text: string,
  field: keyof SenderDetailsBody,
  words: { most: number; what: string },
): string {
  const line = readLine(text, field, words)
  if (line === null) throw new Refused('invalid_field', { field, message: `Enter ${words.what}.` })
  return line
}

/**
 * Validates a customer's details. Throws Refused `invalid_field` with the field and what to do, or
 * `identification_invalid`.
 */
export function readSenderDetails(body: SenderDetailsBody): SenderDetailsInput {
  const number = tidy(body.identificationNumber)
  if (number !== '' && !NUMBER.test(number)) {
    throw new Refused('identification_invalid', { field: 'identificationNumber' })
  }
  return {
    nationality: readCountry(body.nationality, 'nationality'),
    addressLine: requireLine(body.addressLine, 'addressLine', { most: 100, what: 'your street address' }),
    postalCode: readLine(body.postalCode, 'postalCode', { most: 16, what: 'your postal code' }),
    city: requireLine(body.city, 'city', { most: 64, what: 'your city or town' }),
    country: readCountry(body.country, 'country'),
    identificationType: body.identificationType,
    identificationNumber: number === '' ? undefined : number,
    occupation: readLine(body.occupation, 'occupation', { most: 64, what: 'your occupation' }),
  }
}
