import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime, uuid } from '../schema.ts'
import { officeCall, reference } from './call.ts'

const note = v.object({
  id: v.string(),
  author: v.string(),
  at: dateTime,
  text: v.string(),
  /** The transfer that it is about; null for a note on the customer. */
  reference: v.nullable(reference),
})
export type StaffNote = v.InferOutput<typeof note>

const notes = v.object({ notes: v.array(note) })
const text = v.strictObject({ text: visibleText(1, 2_000) })

export const noteCalls = {
  listCustomerNotes: officeCall({
    method: 'GET',
    path: '/office/api/customers/{id}/notes',
    summary: 'Notes of staff on a customer and their transfers, the newest first',
    permission: 'notes.write',
    params: v.strictObject({ id: uuid }),
    success: { 200: notes },
    errors: [],
  }),
  addCustomerNote: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/notes',
    summary: 'Add a note on a customer; notes are never changed',
    permission: 'notes.write',
    params: v.strictObject({ id: uuid }),
    body: text,
    success: { 201: notes },
    errors: [],
  }),
  listTransferNotes: officeCall({
    method: 'GET',
    path: '/office/api/transfers/{reference}/notes',
    summary: 'Notes of staff on a transfer, the newest first',
    permission: 'notes.write',
    params: v.strictObject({ reference }),
    success: { 200: notes },
    errors: [],
  }),
  addTransferNote: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/notes',
    summary: 'Add a note on a transfer; notes are never changed',
    permission: 'notes.write',
    params: v.strictObject({ reference }),
    body: text,
    success: { 201: notes },
    errors: [],
  }),
}
