import * as v from 'valibot'
import { call } from '../call.ts'
import { dateTime } from '../schema.ts'

/** Documents that can identify a sender. */
export const IDENTIFICATION_TYPES = [
  'national_id',
  'passport',
  'driving_license',
  'social_security_id',
  'residence_permit',
] as const

/** Any country's code (ISO 3166-1 alpha-2), not only those served. */
const anyCountry = v.pipe(v.string(), v.maxLength(2), v.regex(/^[A-Z]{2}$/))
const typed = v.pipe(v.string(), v.maxLength(200))
const identificationType = v.picklist(IDENTIFICATION_TYPES)

/** Sender details that the law requires in addition to the profile. The document's full number is never returned. */
const senderDetails = v.object({
  nationality: v.string(),
  addressLine: v.string(),
  /** Null where addresses have no postal code. */
  postalCode: v.nullable(v.string()),
  city: v.string(),
  country: v.string(),
  identificationType,
  /** The last three characters of the document's number; null when it must be entered again. */
  identificationEnding: v.nullable(v.string()),
  occupation: v.nullable(v.string()),
  updatedAt: dateTime,
})

export type SenderDetails = v.InferOutput<typeof senderDetails>
export type IdentificationType = (typeof IDENTIFICATION_TYPES)[number]

export const senderDetailsCalls = {
  getSenderDetails: call({
    method: 'GET',
    path: '/user/sender-details',
    summary: 'Sender details in addition to the profile; null until they are given',
    auth: 'profile',
    success: { 200: v.object({ details: v.nullable(senderDetails) }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  putSenderDetails: call({
    method: 'PUT',
    path: '/user/sender-details',
    summary:
      'Store sender details in addition to the profile; without a number, the stored one stays if the document is of the same kind',
    auth: 'profile',
    body: v.strictObject({
      nationality: anyCountry,
      addressLine: typed,
      postalCode: v.optional(typed),
      city: typed,
      country: anyCountry,
      identificationType,
      identificationNumber: v.optional(typed),
      occupation: v.optional(typed),
    }),
    success: { 200: v.object({ details: senderDetails }) },
    errors: ['unauthenticated', 'profile_incomplete', 'identification_invalid'],
  }),
}
