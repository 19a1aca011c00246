import { parsePhone, type PhoneNumber } from '@sesa/contract/phone'
import { Refused } from '../../../../lib/refused.ts'

/**
 * Parses a mobile number of a served country in any usual international form. Throws Refused `country_not_served`,
 * `phone_not_mobile` or `phone_invalid`, all for the field `phoneNumber`.
 */
export function readServedPhone(text: string): PhoneNumber {
  const parsed = parsePhone(text)
  if (parsed.ok) return parsed.phone
  throw new Refused(parsed.reason, { field: 'phoneNumber' })
}
