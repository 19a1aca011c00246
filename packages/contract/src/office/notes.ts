import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime, uuid } from '../schema.ts'
import { officeCall, reference, readCall } from './call.ts'

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
  listCustomerNotes: readCall({
    path: '/office/api/customers/{id}/notes',
    summary: 'Staff notes on a customer and their transfers, newest first',
    permission: 'notes.write',
    params: v.strictObject({ id: uuid }),
    success: { 200: notes },
  }),
  addCustomerNote: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/notes',
    summary: 'Add a staff note on a customer; notes can’t be changed',
    permission: 'notes.write',
    params: v.strictObject({ id: uuid }),
    body: text,
    success: { 201: notes },
  }),
  listTransferNotes: readCall({
    path: '/office/api/transfers/{reference}/notes',
    summary: 'Staff notes on a transfer, newest first',
    permission: 'notes.write',
    params: v.strictObject({ reference }),
    success: { 200: notes },
  }),
  addTransferNote: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/notes',
    summary: 'Add a staff note on a transfer; notes can’t be changed',
    permission: 'notes.write',
    params: v.strictObject({ reference }),
    body: text,
    success: { 201: notes },
  }),
}
