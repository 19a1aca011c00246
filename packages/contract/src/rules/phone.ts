import { isSupportedCountry, parsePhoneNumberFromString, type MetadataJson } from 'libphonenumber-js/core'
import metadataJson from './phone-metadata.json' with { type: 'json' }
import type { CountryCode } from './countries.ts'
import { countryOfCode, mobileLength, plainDigits, toE164 } from './phone-notation.ts'

/**
 * libphonenumber metadata of the four countries we serve, taken from `libphonenumber-js/max` because only that set
 * distinguishes mobile numbers from landlines. 2 kB instead of 145 kB; a test compares it with the installed package.
 */
export const phoneMetadata = metadataJson as unknown as MetadataJson

/** A mobile number: E.164 (`+231770123456`), its national digits and its country. */
export interface PhoneNumber {
  readonly e164: string
  readonly national: string
  readonly country: CountryCode
}

/** Why a text is not an acceptable number; each is an error code of the contract. */
export type PhoneProblem = 'phone_invalid' | 'phone_wrong_country' | 'phone_not_mobile' | 'country_not_served'

export type ParsedPhone =
  | { readonly ok: true; readonly phone: PhoneNumber }
  | { readonly ok: false; readonly reason: PhoneProblem }

/** Number types that can hold a mobile-money wallet or receive SMS; US numbers do not distinguish mobile from fixed. */
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/** Characters allowed between the digits of a number, and the scheme of a link. */
const WRITTEN_PHONE = /^(?:tel:)?[\d\s+().\p{Pd}\u2212/]*$/iu

/**
 * Parses a phone number in any usual notation: international, with or without the plus sign, or national to `country`.
 * With a country, refuses numbers of other countries. Without one, accepts only a number with its calling code, and
 * returns `country_not_served` for the calling code of a country we do not serve. Refuses landlines and every length
 * except that of today's mobile numbers: the metadata still contains Liberian ones of seven digits.
 */
export function parsePhone(text: string, country?: CountryCode): ParsedPhone {
  if (!WRITTEN_PHONE.test(plainDigits(text).trim())) return { ok: false, reason: 'phone_invalid' }
  const e164 = toE164(text, country ?? null)
  const served = countryOfCode(e164.slice(1))
  if (country ? served?.code !== country : !served) {
    return { ok: false, reason: unserved(text, e164, country) }
  }
  const parsed = parsePhoneNumberFromString(e164, { extract: false }, phoneMetadata)
  if (parsed?.number !== e164 || !parsed.isValid() || !parsed.country)
    return { ok: false, reason: 'phone_invalid' }
  if (!isSupportedCountry(parsed.country, phoneMetadata)) return { ok: false, reason: 'phone_invalid' }
  if (!MOBILE_TYPES.has(parsed.getType() ?? '')) return { ok: false, reason: 'phone_not_mobile' }
  const phone = { e164, national: parsed.nationalNumber, country: parsed.country as CountryCode }
  if (phone.national.length !== mobileLength(phone.country)) return { ok: false, reason: 'phone_invalid' }
  return { ok: true, phone }
}

/** Returns the error for a number whose calling code is not the country's, or belongs to no country we serve. */
function unserved(text: string, e164: string, country: CountryCode | undefined): PhoneProblem {
  if (country) return e164.length > 6 ? 'phone_wrong_country' : 'phone_invalid'
  const isInternational = /^[\s(]*(?:\+|00|011)/.test(plainDigits(text))
  return isInternational && /^\+[1-9]\d{6,14}$/.test(e164) ? 'country_not_served' : 'phone_invalid'
}
