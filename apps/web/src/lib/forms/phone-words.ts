import { COUNTRIES, countryInSentence, ERRORS } from '@sesa/contract'
import type { PhoneProblem } from '@sesa/contract/phone'
import * as i18n from '@sesa/contract/i18n'

const OR = new Intl.ListFormat('en-GB', { type: 'disjunction' })
const SERVED = OR.format(COUNTRIES.map(({ code }) => countryInSentence(code)))

/** The message for each reason to refuse a number. */
export const PHONE_WORDS: Readonly<Record<PhoneProblem, string>> = {
  phone_invalid: ERRORS.phone_invalid.message,
  phone_wrong_country: ERRORS.phone_wrong_country.message,
  phone_not_mobile: ERRORS.phone_not_mobile.message,
  country_not_served: i18n.t('We don’t serve this country yet. Use a number from {countries}.', {
    countries: SERVED,
  }),
}
