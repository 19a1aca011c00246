import { ERRORS } from '@sesa/contract'
import type { PhoneProblem } from '@sesa/contract/phone'

/** What to say of a number that was refused. */
export const PHONE_WORDS: Readonly<Record<PhoneProblem, string>> = {
  phone_invalid: ERRORS.phone_invalid.message,
  phone_wrong_country: ERRORS.phone_wrong_country.message,
  phone_not_mobile: ERRORS.phone_not_mobile.message,
}
