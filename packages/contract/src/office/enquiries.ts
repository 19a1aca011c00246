import * as v from 'valibot'
import { visibleText } from '../rules/visible-text.ts'
import { ENQUIRY_TOPICS } from '../rules/enquiry-topics.ts'
import { dateTime, uuid } from '../schema.ts'
import { officeCall, reason, reference, readCall } from './call.ts'

const STATES = ['waiting', 'answered', 'closed'] as const

const enquiry = v.object({
  number: v.string(),
  topic: v.picklist(ENQUIRY_TOPICS),
  /** `waiting`: the last message is the customer’s. */
  state: v.picklist(STATES),
  customerId: uuid,
  /** The transfer that it is about. */
  reference: v.nullable(reference),
  openedAt: dateTime,
  updatedAt: dateTime,
  /** By when the law wants an answer to a complaint; null where no law does. */
  answerBy: v.nullable(dateTime),
  assignee: v.nullable(v.object({ id: uuid, name: v.string() })),
})
export type OfficeEnquiry = v.InferOutput<typeof enquiry>

const enquiryPage = v.object({
  ...enquiry.entries,
  /** The latest day, where the law lets us ask for more time. */
  latestBy: v.nullable(dateTime),
  /** Everybody who may work on it. */
  members: v.array(v.object({ id: uuid, name: v.string() })),
  messages: v.array(
    v.object({
      id: uuid,
      author: v.picklist(['customer', 'staff']),
      /** Who answered; null for a customer’s message. */
      staff: v.nullable(v.string()),
      text: v.string(),
      at: dateTime,
    }),
  ),
})
export type OfficeEnquiryPage = v.InferOutput<typeof enquiryPage>

const template = v.object({
  id: uuid,
  topic: v.picklist(ENQUIRY_TOPICS),
  title: v.string(),
  /** May have placeholders, such as `{reference}`. */
  text: v.string(),
  /** Null for one that came with the product. */
  author: v.nullable(v.string()),
  at: dateTime,
})
export type AnswerTemplate = v.InferOutput<typeof template>
const templates = v.object({ templates: v.array(template) })

/** Minutes; null when there was none in the period. */
const span = v.object({ count: v.number(), median: v.nullable(v.number()), p95: v.nullable(v.number()) })
const byNumber = v.strictObject({ number: v.pipe(v.string(), v.regex(/^[A-Z]-[0-9A-Z]{6,20}$/)) })

export const enquiryCalls = {
  listEnquiries: readCall({
    path: '/office/api/enquiries',
    summary: 'Enquiries: earliest deadline and longest waiting first; closed ones newest first',
    permission: 'enquiries.answer',
    query: v.strictObject({ state: v.optional(v.picklist(STATES)) }),
    success: {
      200: v.object({
        enquiries: v.array(enquiry),
        /** How long customers waited, for conversations of the last 30 days. */
        times: v.object({ firstAnswer: span, close: span }),
      }),
    },
  }),
  showEnquiry: readCall({
    path: '/office/api/enquiries/{number}',
    summary: 'One enquiry with its messages',
    permission: 'enquiries.answer',
    params: byNumber,
    success: { 200: enquiryPage },
  }),
  assignEnquiry: officeCall({
    method: 'POST',
    path: '/office/api/enquiries/{number}/assignee',
    summary: 'Assign an enquiry to yourself or another member, or unassign it',
    permission: 'enquiries.answer',
    params: byNumber,
    body: v.strictObject({
      /** Null gives it back. */
      to: v.nullable(uuid),
      /** The member who has it on the page that was read; refused when that has changed. */
      from: v.nullable(uuid),
    }),
    success: { 200: enquiryPage },
    errors: ['action_refused'],
  }),
  answerEnquiry: officeCall({
    method: 'POST',
    path: '/office/api/enquiries/{number}/answer',
    summary: 'Answer the customer in the app and by email; refused when there is a newer message',
    permission: 'enquiries.answer',
    params: byNumber,
    body: v.strictObject({
      text: visibleText(1, 5_000),
      /** The newest message that the member has read. */
      after: uuid,
      /** Whether this is the last message. */
      closes: v.boolean(),
    }),
    success: { 200: enquiryPage },
    errors: ['action_refused', 'enquiry_changed'],
  }),
  listTemplates: readCall({
    path: '/office/api/answer-templates',
    summary: 'Answer templates in use, by topic and title',
    permission: 'enquiries.answer',
    success: { 200: templates },
  }),
  saveTemplate: officeCall({
    method: 'POST',
    path: '/office/api/answer-templates',
    summary: 'Add an answer template; it replaces one with the same topic and title',
    permission: 'templates.change',
    body: v.strictObject({
      topic: v.picklist(ENQUIRY_TOPICS),
      title: visibleText(3, 80),
      text: visibleText(1, 5_000),
    }),
    success: { 200: templates },
  }),
  retireTemplate: officeCall({
    method: 'POST',
    path: '/office/api/answer-templates/{id}/retire',
    summary: 'Retire an answer template',
    permission: 'templates.change',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 200: templates },
    errors: ['action_refused'],
  }),
}
