import * as v from 'valibot'
import { call } from '../call.ts'
import { ENQUIRY_TOPICS } from '../rules/enquiry-topics.ts'
import { dateTime, paymentId, uuid } from '../schema.ts'

const emailText = v.pipe(v.string(), v.maxLength(254))
const accepted = v.object({ status: v.literal('accepted') })

const topic = v.picklist(ENQUIRY_TOPICS)
/** 1 to 5,000 characters; the server reports whether there are too few or too many. */
const messageText = v.string()

const summary = {
  id: uuid,
  /** Unique: Q-… for a question, C-… for a complaint. */
  number: v.string(),
  topic,
  /** Null when it concerns no transfer. */
  payment_id: v.nullable(paymentId),
  reference: v.nullable(v.string()),
  /** `waiting` for us, `answered` by us, or `closed`. */
  state: v.picklist(['waiting', 'answered', 'closed']),
  openedAt: dateTime,
  updatedAt: dateTime,
}

const enquiry = v.object({
  ...summary,
  /** For a complaint: when we promise to answer, and the latest time of a difficult case. */
  answerBy: v.nullable(dateTime),
  latestBy: v.nullable(dateTime),
  messages: v.array(
    v.object({ id: uuid, author: v.picklist(['customer', 'staff']), text: v.string(), at: dateTime }),
  ),
})

export type EnquirySummary = v.InferOutput<v.ObjectSchema<typeof summary, undefined>>
export type Enquiry = v.InferOutput<typeof enquiry>

export const enquiryCalls = {
  sendContact: call({
    method: 'POST',
    path: '/contact',
    summary: 'Write to support; also accepts a form and answers it with a page',
    auth: 'none',
    body: v.strictObject({
      name: v.pipe(v.string(), v.maxLength(200)),
      email: emailText,
      company: v.optional(v.pipe(v.string(), v.maxLength(200))),
      /** 1 to 5,000 characters; the server reports whether there are too few or too many. */
      message: v.string(),
    }),
    success: { 202: accepted },
    errors: ['name_invalid', 'email_invalid', 'message_empty', 'message_too_long'],
  }),
  expressInterest: call({
    method: 'POST',
    path: '/interest',
    summary:
      'Ask for an email when loans or commodities open; also accepts a form and answers it with a page',
    auth: 'none',
    body: v.strictObject({ topic: v.picklist(['loans', 'commodities']), email: emailText }),
    success: { 202: accepted },
    errors: ['email_invalid'],
  }),
  listEnquiries: call({
    method: 'GET',
    path: '/user/enquiries',
    summary: 'The customer’s conversations with support, newest first, at most 100',
    auth: 'user',
    success: { 200: v.object({ enquiries: v.array(v.object(summary)) }) },
    errors: ['unauthenticated'],
  }),
  openEnquiry: call({
    method: 'POST',
    path: '/user/enquiries',
    summary:
      'Ask support, about a transfer or anything else; `id` is the client’s own, so a repeat changes nothing',
    auth: 'user',
    idempotent: true,
    body: v.strictObject({
      id: uuid,
      topic,
      payment_id: v.optional(paymentId),
      message: messageText,
    }),
    success: { 200: v.object({ enquiry }) },
    errors: ['unauthenticated', 'message_empty', 'message_too_long'],
  }),
  getEnquiry: call({
    method: 'GET',
    path: '/user/enquiries/{id}',
    summary: 'One conversation with its messages, oldest first',
    auth: 'user',
    params: v.strictObject({ id: uuid }),
    success: { 200: v.object({ enquiry }) },
    errors: ['unauthenticated'],
  }),
  addEnquiryMessage: call({
    method: 'POST',
    path: '/user/enquiries/{id}/messages',
    summary: 'Add a message to a conversation; `messageId` is the client’s own, so a repeat changes nothing',
    auth: 'user',
    idempotent: true,
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ messageId: uuid, message: messageText }),
    success: { 200: v.object({ enquiry }) },
    errors: ['unauthenticated', 'message_empty', 'message_too_long', 'enquiry_closed'],
  }),
}
