import { COUNTRIES } from '@sesa/contract'
import { parsePhone, type PhoneNumber } from '@sesa/contract/phone'
import { Refused } from '../../lib/refused.ts'

/** An international number whose calling code is none of the countries served. */
function isElsewhere(text: string): boolean {
  const digits = text.replace(/[\s().-]/g, '').replace(/^00/, '+')
  return /^\+[1-9]\d{6,14}$/.test(digits) && !COUNTRIES.some(({ dialCode }) => digits.startsWith(dialCode))
}

/**
 * The mobile number of a served country that `text` holds, in any usual international form. Throws Refused
 * `country_not_served`, `phone_not_mobile` or `phone_invalid`, all about the field `phoneNumber`.
 */
export function readServedPhone(text: string): PhoneNumber {
  const parsed = parsePhone(text)
  if (parsed.ok) return parsed.phone
  const code = isElsewhere(text) ? 'country_not_served' : parsed.reason
  throw new Refused(code, { field: 'phoneNumber' })
}
