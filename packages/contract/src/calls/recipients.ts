import * as v from 'valibot'
import { call, type AnswerOf } from '../call.ts'
import { country, dateTime, network, paymentId, phoneText } from '../schema.ts'

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
  checkRecipient: call({
    method: 'POST',
    path: '/recipients/check',
    summary: 'Whose mobile-money account a number is, where its network tells; so many questions a day',
    auth: 'profile',
    body: v.strictObject({ country, phone: phoneText, network }),
    success: {
      200: v.object({
        /** `inactive`: there is no account that money could reach. `unknown`: the network does not tell, or not now. */
        account: v.picklist(['active', 'inactive', 'unknown']),
        /** The holder's name, as the network has it; null where it does not tell. */
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

/** What a network says of a number. */
export type RecipientCheck = AnswerOf<typeof recipientCalls.checkRecipient>
