import { parsePhoneNumberFromString } from 'libphonenumber-js/core'
import { phoneMetadata } from '@sesa/contract/phone'

/** An E.164 number with the spaces of its country: "+231 77 012 3456". Any other text as it is. */
export function phoneText(e164: string): string {
  return parsePhoneNumberFromString(e164, phoneMetadata)?.formatInternational() ?? e164
}
