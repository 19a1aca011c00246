import * as v from 'valibot'
import { call } from '../call.ts'

const emailText = v.pipe(v.string(), v.maxLength(254))
const accepted = v.object({ status: v.literal('accepted') })

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
      /** 1 to 5,000 characters; the server says whether there are too few or too many. */
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
}
