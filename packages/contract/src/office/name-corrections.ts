import * as v from 'valibot'
import { IDENTIFICATION_TYPES } from '../calls/sender-details.ts'
import { visibleText } from '../rules/visible-text.ts'
import { uuid } from '../schema.ts'
import { requested } from './approvals.ts'
import { askErrors, officeCall, reason, readCall } from './call.ts'

/** The documents from which staff correct a name. */
export const NAME_DOCUMENTS = [...IDENTIFICATION_TYPES, 'marriage_certificate', 'court_order'] as const

/** A corrected name, with the document that says so. */
const nameCorrection = v.object({
  customerId: uuid,
  /** The name when it was asked for; null for a customer without one. */
  from: v.nullable(v.string()),
  to: v.string(),
  document: v.picklist(NAME_DOCUMENTS),
  seen: v.string(),
})
export type NameCorrection = v.InferOutput<typeof nameCorrection>

export const nameCorrectionCalls = {
  requestNameCorrection: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/name',
    summary: 'Request a name correction, from a document that the member has seen',
    permission: 'names.correct',
    asks: 'correct_name',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({
      name: v.pipe(v.string(), v.maxLength(200)),
      document: v.picklist(NAME_DOCUMENTS),
      seen: visibleText(3, 200),
      reason,
    }),
    success: { 201: requested },
    errors: ['name_invalid', ...askErrors],
  }),
  showNameCorrection: readCall({
    path: '/office/api/customers/{id}/name/{correction}',
    summary: 'A name correction in full; gone once the account is closed',
    permission: 'customers.reveal',
    params: v.strictObject({ id: uuid, correction: uuid }),
    success: { 200: nameCorrection },
  }),
}
