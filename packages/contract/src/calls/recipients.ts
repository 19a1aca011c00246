import * as v from 'valibot'
import { call, type AnswerOf } from '../call.ts'
import { country, dateTime, network, paymentId, phoneText } from '../schema.ts'

/** A number that the customer has paid, with the details of the last transfer. */
const recipient = v.object({
  name: v.string(),
  country,
  /** E.164. */
  phone: v.string(),
  network,
  lastSentAt: dateTime,
  /** The last transfer to this person: `/send-money?resend={payment_id}` starts another. */
  payment_id: paymentId,
})

export type Recipient = v.InferOutput<typeof recipient>

export const recipientCalls = {
  listRecipients: call({
    method: 'GET',
    path: '/user/recipients',
    summary: 'People the signed-in user has paid, most recent first',
    auth: 'profile',
    query: v.strictObject({
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|100)$/))),
    }),
    success: { 200: v.object({ recipients: v.array(recipient), nextCursor: v.nullable(v.string()) }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  checkRecipient: call({
    method: 'POST',
    path: '/recipients/check',
    summary: 'The holder of a number’s mobile-money account, where its network says; limited per day',
    auth: 'profile',
    body: v.strictObject({ country, phone: phoneText, network }),
    success: {
      200: v.object({
        /** `inactive`: no account can receive money. `unknown`: the network does not say, or not now. */
        account: v.picklist(['active', 'inactive', 'unknown']),
        /** The holder's name in the network's records; null when it does not say. */
        name: v.nullable(v.string()),
      }),
    },
    errors: [
      'unauthenticated',
      'profile_incomplete',
      'country_not_served',
      'phone_invalid',
      'phone_wrong_country',
      'phone_not_mobile',
      'network_unknown',
    ],
  }),
}

/** A network's answer about a number. */
export type RecipientCheck = AnswerOf<typeof recipientCalls.checkRecipient>
