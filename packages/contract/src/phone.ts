import {
  AsYouType,
  isSupportedCountry,
  parsePhoneNumberFromString,
  type MetadataJson,
} from 'libphonenumber-js/core'
import metadataJson from './phone-metadata.json' with { type: 'json' }
import { findCountry, type CountryCode } from './countries.ts'

/**
 * libphonenumber metadata of the four countries served, cut from `libphonenumber-js/max` because only that set
 * tells mobile from landline. 2 kB instead of 145 kB; a test compares it with the installed package.
 */
export const phoneMetadata = metadataJson as unknown as MetadataJson

/** A mobile number: E.164 (`+231770123456`), its national digits and its country. */
export interface PhoneNumber {
  readonly e164: string
  readonly national: string
  readonly country: CountryCode
}

/** Why a text is not an acceptable number; each is an error code of the contract. */
export type PhoneProblem = 'phone_invalid' | 'phone_wrong_country' | 'phone_not_mobile'

export type ParsedPhone =
  { readonly ok: true; readonly phone: PhoneNumber } | { readonly ok: false; readonly reason: PhoneProblem }

/** Number types that can hold a mobile-money wallet or take an SMS; US numbers do not tell mobile from fixed. */
const MOBILE_TYPES = new Set(['MOBILE', 'FIXED_LINE_OR_MOBILE'])

/**
 * Reads a phone number in any usual form: international, or national to `country`. With a country, a number of
 * another one is refused; without one, only the international form is read. Landlines are refused.
 */
export function parsePhone(text: string, country?: CountryCode): ParsedPhone {
  const parsed = parsePhoneNumberFromString(
    text,
    { ...(country && { defaultCountry: country }), extract: false },
    phoneMetadata,
  )
  if (!parsed) {
    return {
      ok: false,
      reason: country && isForeign(text, country) ? 'phone_wrong_country' : 'phone_invalid',
    }
  }
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

/** An international number whose calling code is not the country's: the metadata may not know that country at all. */
function isForeign(text: string, country: CountryCode): boolean {
  const digits = text.replace(/[\s().-]/g, '').replace(/^00/, '+')
  const dialCode = findCountry(country)?.dialCode
  return digits.startsWith('+') && digits.length > 6 && dialCode !== undefined && !digits.startsWith(dialCode)
}

/**
 * What has been typed so far, in E.164 so far as it goes (`+23177`): national digits belong to `country`, unless a calling
 * code was typed. Empty without digits.
 */
export function numberAsTyped(text: string, country: CountryCode): string {
  const typing = new AsYouType(country, phoneMetadata)
  typing.input(text.replace(/[^\d+]/g, ''))
  return typing.getNumberValue() ?? ''
}
