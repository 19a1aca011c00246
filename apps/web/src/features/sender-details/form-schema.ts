import {
  ERRORS,
  type BodyOf,
  type calls,
  type CountryCode,
  type IdentificationType,
  type SenderDetails,
} from '@sesa/contract'
import * as v from 'valibot'

type SenderBody = BodyOf<typeof calls.putSenderDetails>

export interface SenderValues extends Record<string, string> {
  nationality: string
  addressLine: string
  postalCode: string
  city: string
  country: string
  identificationType: IdentificationType | ''
  identificationNumber: string
  occupation: string
}

const chosen = (words: string) => v.pipe(v.string(), v.nonEmpty(words))
const line = (words: string) => v.pipe(v.string(), v.trim(), v.nonEmpty(words))

/**
 * What can be said before the server is asked, which judges what is typed. A document whose number is kept needs no
 * number; another kind of document does.
 */
export function senderSchema(saved: SenderDetails | null) {
  return v.pipe(
    // In the order of the page, which is the order of the summary of what is wrong.
    v.object({
      nationality: chosen('Choose your nationality'),
      identificationType: v.picklist(
        ['national_id', 'passport', 'driving_license', 'social_security_id', 'residence_permit'],
        'Choose a document',
      ),
      identificationNumber: v.string(),
      occupation: v.string(),
      addressLine: line('Enter street and house'),
      city: line('Enter the city or town'),
      postalCode: v.string(),
      country: chosen('Choose the country you live in'),
    }),
    v.forward(
      v.partialCheck(
        [['identificationType'], ['identificationNumber']],
        ({ identificationType, identificationNumber }) =>
          identificationNumber.trim() !== '' || isNumberKept(saved, identificationType),
        ERRORS.identification_invalid.message,
      ),
      ['identificationNumber'],
    ),
    v.transform(({ postalCode, identificationNumber, occupation, ...rest }): SenderBody => {
      const given = { postalCode, identificationNumber, occupation }
      const filled = Object.entries(given).filter(([, text]) => text.trim() !== '')
      return { ...rest, ...Object.fromEntries(filled) }
    }),
  )
}

/** True when the document's number need not be typed again. */
export function isNumberKept(saved: SenderDetails | null, type: IdentificationType | ''): boolean {
  return saved !== null && saved.identificationEnding !== null && saved.identificationType === type
}

/** The form as it begins: what is saved, without the document's number; else the country of the account. */
export function valuesOf(saved: SenderDetails | null, home: CountryCode | null): SenderValues {
  return {
    nationality: saved?.nationality ?? '',
    addressLine: saved?.addressLine ?? '',
    postalCode: saved?.postalCode ?? '',
    city: saved?.city ?? '',
    country: saved?.country ?? home ?? '',
    identificationType: saved?.identificationType ?? '',
    identificationNumber: '',
    occupation: saved?.occupation ?? '',
  }
}
