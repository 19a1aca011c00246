import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { dateTime } from '../schema.ts'
import { bigId, officeCall, page, role, readCall } from './call.ts'
import { customerHit, transferHit } from './records.ts'

/** A part of the typed text, as it was understood. */
const chip = v.object({
  /** As typed. */
  text: v.string(),
  label: v.string(),
  /** It may be about a person, so that it must not be in an address. */
  isPersonal: v.boolean(),
  /** What to type instead; null if the part was understood. */
  problem: v.nullable(v.string()),
})
export type Chip = v.InferOutput<typeof chip>

/** The text in plain digits and without invisible characters, and its parts in order. */
const understood = v.object({ text: v.string(), chips: v.array(chip) })
export type Understood = v.InferOutput<typeof understood>

const foundRecord = v.object({
  kind: v.picklist(['screening', 'monitoring', 'enquiry', 'complaint', 'report', 'privacy']),
  number: v.string(),
  state: v.string(),
  dueAt: v.nullable(dateTime),
})
export type FoundRecord = v.InferOutput<typeof foundRecord>

const customerFound = v.object({
  ...customerHit.entries,
  /** The last three, newest first. */
  transfers: v.array(transferHit),
})
export type CustomerFound = v.InferOutput<typeof customerFound>

/** Names, numbers and filters, as typed. In the body, since it may be about a person. */
const text = v.pipe(v.string(), v.maxLength(400))
/** The end of the page before: an id, after the amount in USD where the list is sorted by it. */
const cursor = v.optional(v.pipe(v.string(), v.regex(/^(\d{1,18}_)?[\da-f-]{36}$/)))
const transferSort = v.optional(v.picklist(['created', '-created', 'sent', '-sent']))
const customerSort = v.optional(v.picklist(['created', '-created']))
const file = v.object({ name: v.string(), text: v.string() })

const view = v.object({
  id: bigId,
  name: v.string(),
  /** What follows `?` in the page's address. */
  address: v.string(),
  /** The role that shares it; null for a member's own. */
  role: v.nullable(role),
})
export type SavedView = v.InferOutput<typeof view>
const viewPage = v.picklist(['transfers', 'customers', 'inbox'])
export type ViewPage = v.InferOutput<typeof viewPage>
const views = v.object({ views: v.array(view) })

export const searchCalls = {
  search: officeCall({
    method: 'POST',
    path: '/office/api/search',
    summary:
      'Find customers, transfers and records by phone number in any notation, beginnings of a name, email, reference, payment id, record number, amount, date and filters; customers only with customers.read',
    permission: 'transfers.read',
    body: v.strictObject({ text: v.pipe(text, v.minLength(2)) }),
    success: {
      200: v.object({
        ...understood.entries,
        customers: v.array(customerFound),
        transfers: v.array(transferHit),
        records: v.array(foundRecord),
      }),
    },
  }),
  listTransfers: officeCall({
    method: 'POST',
    path: '/office/api/transfers/list',
    summary: 'Transfers that match a text, sorted and page by page; `sent` sorts by worth in USD',
    permission: 'transfers.read',
    body: v.strictObject({ text, sort: transferSort, cursor, limit: page.limit }),
    success: {
      200: v.object({
        ...understood.entries,
        transfers: v.array(transferHit),
        next: v.nullable(v.string()),
      }),
    },
  }),
  listCustomers: officeCall({
    method: 'POST',
    path: '/office/api/customers/list',
    summary: 'Customers that match a text, sorted and page by page, with personal data masked',
    permission: 'customers.read',
    body: v.strictObject({ text, sort: customerSort, cursor, limit: page.limit }),
    success: {
      200: v.object({
        ...understood.entries,
        customers: v.array(customerHit),
        next: v.nullable(v.string()),
      }),
    },
  }),
  exportTransferList: officeCall({
    method: 'POST',
    path: '/office/api/transfers/export',
    summary: 'All transfers that match a text as CSV, without people; at most 20,000',
    permission: 'transfers.read',
    body: v.strictObject({ text, sort: transferSort }),
    success: { 200: file },
    errors: ['action_refused'],
  }),
  exportCustomerList: officeCall({
    method: 'POST',
    path: '/office/api/customers/export',
    summary: 'All customers that match a text as CSV, with personal data masked; at most 20,000',
    permission: 'customers.read',
    body: v.strictObject({ text, sort: customerSort }),
    success: { 200: file },
    errors: ['action_refused'],
  }),
  listViews: readCall({
    path: '/office/api/views/{page}',
    summary: 'The saved views of a list: the member’s own and those of their roles',
    permission: 'staff',
    params: v.strictObject({ page: viewPage }),
    success: { 200: views },
  }),
  saveView: officeCall({
    method: 'POST',
    path: '/office/api/views/{page}',
    summary:
      'Save an address under a name, for the member or one of their roles; replaces one with this name',
    permission: 'staff',
    params: v.strictObject({ page: viewPage }),
    body: v.strictObject({
      name: visibleText(1, 60),
      address: v.pipe(v.string(), v.maxLength(500)),
      role: v.nullable(role),
    }),
    success: { 200: views },
    errors: ['action_refused'],
  }),
  removeView: officeCall({
    method: 'POST',
    path: '/office/api/views/{page}/{id}/remove',
    summary: 'Remove a saved view of the member or of one of their roles',
    permission: 'staff',
    params: v.strictObject({ page: viewPage, id: bigId }),
    success: { 200: views },
  }),
}
