import {
  ERRORS,
  type BodyOf,
  type calls,
  type CountryCode,
  type IdentificationType,
  type SenderDetails,
} from '@sesa/contract'
import * as v from 'valibot'
import * as i18n from '@sesa/contract/i18n'

type SenderBody = BodyOf<typeof calls.putSenderDetails>

export interface SenderValues extends Record<string, string> {
  nationality: string
  identificationType: IdentificationType | ''
  identificationNumber: string
  occupation: string
  addressLine: string
  city: string
  postalCode: string
  country: string
}

const chosen = (words: string) => v.pipe(v.string(), v.nonEmpty(words))
const line = (words: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(words))

/**
 * Returns checks that need no server; the server checks the values. A document with a stored number needs no number;
 * another kind of document does.
 */
export function senderSchema(saved: SenderDetails | null) {
  return v.pipe(
    v.object({
      nationality: chosen(i18n.t('Choose your nationality.')),
      // Not a picklist: if it failed, the check of the number, which is also missing, would not run.
      identificationType: v.pipe(
        v.custom<IdentificationType | ''>(() => true),
        v.nonEmpty(i18n.t('Choose a document.')),
      ),
      identificationNumber: v.string(),
      occupation: v.string(),
      addressLine: line(i18n.t('Enter your street address.')),
      city: line(i18n.t('Enter your city or town.')),
      postalCode: v.string(),
      country: chosen(i18n.t('Choose the country you live in.')),
    }),
    v.forward(
      v.check(
        ({ identificationType, identificationNumber }) =>
          identificationNumber.trim() !== '' || isNumberKept(saved, identificationType),
        ERRORS.identification_invalid.message,
      ),
      ['identificationNumber'],
    ),
    v.transform(
      ({ identificationType, postalCode, identificationNumber, occupation, ...rest }): SenderBody => {
        const given = { postalCode, identificationNumber, occupation }
        const filled = Object.entries(given).filter(([, text]) => text.trim() !== '')
        return {
          ...rest,
          // Never empty here: the check above requires a choice.
          identificationType: identificationType as IdentificationType,
          ...Object.fromEntries(filled),
        }
      },
    ),
  )
}

/** Returns true if the document's number need not be typed again. */
export function isNumberKept(saved: SenderDetails | null, type: IdentificationType | ''): boolean {
  return saved !== null && saved.identificationEnding !== null && saved.identificationType === type
}

/**
 * Returns the form's initial values: the saved details without the document's number, or else the account's country. In
 * the order of the page, which the error summary follows.
 */
export function valuesOf(saved: SenderDetails | null, home: CountryCode | null): SenderValues {
  return {
    nationality: saved?.nationality ?? '',
    identificationType: saved?.identificationType ?? '',
    identificationNumber: '',
    occupation: saved?.occupation ?? '',
    addressLine: saved?.addressLine ?? '',
    city: saved?.city ?? '',
    postalCode: saved?.postalCode ?? '',
    country: saved?.country ?? home ?? '',
  }
}
