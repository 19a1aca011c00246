import * as v from 'valibot'
import { call } from '../call.ts'
import { declarationFields } from '../rules/declaration.ts'
import { country, dateTime, network } from '../schema.ts'

const profileText = v.pipe(v.string(), v.maxLength(254))

/** One unfinished transfer, as typed; not validated before pricing. */
const typed = v.optional(v.pipe(v.string(), v.maxLength(200)))
export const draft = v.strictObject({
  sendAmount: typed,
  receiveAmount: typed,
  fix: v.optional(v.picklist(['send', 'receive'])),
  country: v.optional(country),
  name: typed,
  method: v.optional(v.picklist(['momo', 'bank'])),
  phone: typed,
  network: v.optional(network),
  /**
   * The recipient whose different wallet name the customer has confirmed: name, number and network as one text. The
   * confirmation counts only for these.
   */
  confirmedFor: v.optional(v.pipe(v.string(), v.maxLength(500))),
  ...declarationFields,
  /** Unsaved input of the profile form. Consents are never stored: they are given when the profile is saved. */
  profile: v.optional(
    v.strictObject({
      name: profileText,
      email: profileText,
      dob: profileText,
      gender: v.picklist(['', 'male', 'female']),
    }),
  ),
})

/** The stored draft; both fields are null when there is none. */
export const keptDraft = v.object({ draft: v.nullable(draft), updatedAt: v.nullable(dateTime) })
export type DraftAnswer = v.InferOutput<typeof keptDraft>

export type Draft = v.InferOutput<typeof draft>

export const draftCalls = {
  getDraft: call({
    method: 'GET',
    path: '/user/draft',
    summary:
      'The one unfinished transfer; payment removes it. While the profile is incomplete, the unfinished profile; saving it removes it',
    auth: 'user',
    success: { 200: keptDraft },
    errors: ['unauthenticated'],
  }),
  putDraft: call({
    method: 'PUT',
    path: '/user/draft',
    summary: 'Save the unfinished transfer, or the unfinished profile; unchanged content keeps its version',
    auth: 'user',
    // `updatedAt` of the version that this write replaces, or `none` if there is none. If another version is stored, or
    // its profile is already complete, the answer is `draft_changed` with the stored draft. Without `basedOn`, the last
    // writer wins.
    query: v.strictObject({ basedOn: v.optional(v.union([dateTime, v.literal('none')])) }),
    body: draft,
    success: { 200: v.object({ draft, updatedAt: dateTime }) },
    errors: ['unauthenticated', 'profile_incomplete', 'draft_changed'],
  }),
  deleteDraft: call({
    method: 'DELETE',
    path: '/user/draft',
    summary: 'Delete the unfinished transfer or profile',
    auth: 'user',
    success: { 204: null },
    errors: ['unauthenticated'],
  }),
}
