import * as v from 'valibot'
import { call } from '../call.ts'
import { AGREEMENT_NAMES, AGREEMENT_SCREENS } from '../rules/agreements.ts'
import { dateTime } from '../schema.ts'

/** The version of a document: its date. */
const documentVersion = v.pipe(v.string(), v.maxLength(10), v.regex(/^\d{4}-\d{2}-\d{2}$/))

/** The build of the web app that showed the control, kept as evidence. */
const build = v.pipe(v.string(), v.maxLength(20), v.regex(/^[\w-]{1,20}$/))

/** The documents that the customer must agree to before the next transfer. */
export const agreementsDue = v.array(
  v.object({
    document: v.picklist(AGREEMENT_NAMES),
    version: documentVersion,
    /** Changes since the version agreed to; null when there is none. */
    changes: v.nullable(v.string()),
  }),
)

/** The versions agreed to with the profile form. */
export const acceptedVersions = v.strictObject({
  terms: v.optional(documentVersion),
  privacy: v.optional(documentVersion),
  esign: v.optional(documentVersion),
  build: v.optional(build),
})

const consents = v.object({
  due: agreementsDue,
  /** The latest record of each document, given or withdrawn. */
  consents: v.array(
    v.object({
      document: v.string(),
      version: v.string(),
      given: v.boolean(),
      at: dateTime,
      /** SHA-256 of the exact text, in hexadecimal. */
      textHash: v.string(),
    }),
  ),
})

export type AgreementsDue = v.InferOutput<typeof agreementsDue>
export type Consents = v.InferOutput<typeof consents>

export const consentCalls = {
  getConsents: call({
    method: 'GET',
    path: '/user/consents',
    summary: 'The customer’s agreements, and those that are due',
    auth: 'user',
    success: { 200: consents },
    errors: ['unauthenticated'],
  }),
  putConsents: call({
    method: 'PUT',
    path: '/user/consents',
    summary: 'Agree to versions of documents, or withdraw; repeating a recorded choice changes nothing',
    auth: 'user',
    body: v.strictObject({
      agreements: v.pipe(
        v.array(
          v.strictObject({
            document: v.picklist(AGREEMENT_NAMES),
            version: documentVersion,
            given: v.boolean(),
          }),
        ),
        v.minLength(1),
        v.maxLength(AGREEMENT_NAMES.length),
      ),
      screen: v.picklist(AGREEMENT_SCREENS),
      build: v.optional(build),
    }),
    success: { 200: consents },
    errors: ['unauthenticated', 'document_version_unknown', 'consent_stays'],
  }),
}
