import * as v from 'valibot'
import { call } from './call.ts'
import { country, dateTime, network, paymentId } from './schema.ts'

/** A number that money went to, as it was last paid. */
const recipient = v.object({
  name: v.string(),
  country,
  /** E.164. */
  phone: v.string(),
  network,
  lastSentAt: dateTime,
  /** The last transfer to this person: `/send-money?resend={payment_id}` begins another. */
  payment_id: paymentId,
})

export type Recipient = v.InferOutput<typeof recipient>

export const recipientCalls = {
  listRecipients: call({
    method: 'GET',
    path: '/user/recipients',
    summary: 'People the signed-in user has paid, last one first',
    auth: 'profile',
    query: v.strictObject({
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|100)$/))),
    }),
    success: { 200: v.object({ recipients: v.array(recipient), nextCursor: v.nullable(v.string()) }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
}
