import {
  AsYouType,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type MetadataJson,
} from 'libphonenumber-js/core'
import metadataJson from './phone-metadata.json' with { type: 'json' }
import { COUNTRIES, findCountry, type Country, type CountryCode } from './countries.ts'

/**
 * libphonenumber metadata of the four countries we serve, cut from `libphonenumber-js/max` because only that
 * set tells mobile from landline. 2 kB instead of 145 kB; a test compares it with the installed package.
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
  { readonly ok: true; readonly phone: PhoneNumber } | { readonly ok: false; readonly reason: PhoneProblem }

/** Number types that can hold a mobile-money wallet or take an SMS; US numbers do not tell mobile from fixed. */
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * Parses a phone number in any usual form: international, or national to `country`. With a country, a number
 * of another one is refused. Without one, only the international form is accepted, and the calling code of a
 * country we do not serve gives `country_not_served`. Landlines are refused.
 */
export function parsePhone(text: string, country?: CountryCode): ParsedPhone {
  const parsed = parsePhoneNumberFromString(
    text,
    { ...(country && { defaultCountry: country }), extract: false },
    phoneMetadata,
  )
  if (!parsed) return { ok: false, reason: unreadable(text, country) }
  if (country && parsed.countryCallingCode !== findCountry(country)?.dialCode.slice(1)) {
    return { ok: false, reason: 'phone_wrong_country' }
  }
  if (!parsed.isValid() || !parsed.country) return { ok: false, reason: 'phone_invalid' }
  if (!isSupportedCountry(parsed.country, phoneMetadata)) return { ok: false, reason: 'phone_invalid' }
  if (!MOBILE_TYPES.has(parsed.getType() ?? '')) return { ok: false, reason: 'phone_not_mobile' }
  return {
    ok: true,
    phone: { e164: parsed.number, national: parsed.nationalNumber, country: parsed.country as CountryCode },
  }
}

/** The error for a text that the phone metadata cannot parse. The metadata covers only the countries we serve. */
function unreadable(text: string, country: CountryCode | undefined): PhoneProblem {
  const digits = text.replace(/[\s().-]/g, '').replace(/^00/, '+')
  if (country) return isForeign(digits, country) ? 'phone_wrong_country' : 'phone_invalid'
  const isElsewhere = /^\+[1-9]\d{6,14}$/.test(digits) && servedBy(digits) === undefined
  return isElsewhere ? 'country_not_served' : 'phone_invalid'
}

/** Returns true for an international number whose calling code is not the country's. */
function isForeign(digits: string, country: CountryCode): boolean {
  const dialCode = findCountry(country)?.dialCode
  return digits.startsWith('+') && digits.length > 6 && dialCode !== undefined && !digits.startsWith(dialCode)
}

/** Returns the served country whose calling code starts this number ("+231770123456"). */
function servedBy(international: string): Country | undefined {
  return COUNTRIES.find(({ dialCode }) => international.startsWith(dialCode))
}

/** The parts of libphonenumber's country metadata that we read, by position. */
type Numbering = readonly [
  callingCode: string,
  leavingCode: string,
  pattern: string,
  lengths: readonly number[],
]

function numberingOf(country: CountryCode): Numbering {
  return metadataJson.countries[country] as unknown as Numbering
}

/** The longest number that exists, in digits with its calling code (E.164). */
const LONGEST = 15

/**
 * Returns how many digits `text` has beyond the longest number of its country: that of the typed calling
 * code, else `country`. A leading national prefix (0, or 1 in the United States) does not count. Null is
 * International: every number has a calling code, typed with or without the plus sign.
 */
export function excessDigits(text: string, country: CountryCode | null): number {
  const digits = text.replace(/\D/g, '')
  const leavingCode = country === null ? '00' : numberingOf(country)[1]
  const hasPlus = text.trimStart().startsWith('+')
  const leaves = !hasPlus && digits.startsWith(leavingCode)
  if (!hasPlus && !leaves && country !== null) return excessOf(digits, country)
  const international = leaves ? digits.slice(leavingCode.length) : digits
  const served = servedBy(`+${international}`)
  if (!served) return Math.max(0, international.length - LONGEST)
  return excessOf(international.slice(served.dialCode.length - 1), served.code)
}

function excessOf(national: string, country: CountryCode): number {
  const prefix = country === 'US' ? '1' : '0'
  const longest = Math.max(...numberingOf(country)[3]) + (national.startsWith(prefix) ? 1 : 0)
  return Math.max(0, national.length - longest)
}

/**
 * Returns the text typed so far as E.164 (`+23177`): national digits belong to `country`, unless a calling
 * code was typed. Null is International: all digits are a calling code and its number. Empty without digits.
 */
export function numberAsTyped(text: string, country: CountryCode | null): string {
  const digits = text.replace(/[^\d+]/g, '')
  const typing = new AsYouType(country ?? undefined, phoneMetadata)
  typing.input(country === null && /^\d/.test(digits) ? `+${digits}` : digits)
  // Typed as "00", the international prefix reaches here as "+00".
  return (typing.getNumberValue() ?? '').replace(/^\+00(?=\d)/, '+')
}
