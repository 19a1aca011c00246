import * as v from 'valibot'
import { call, type AnswerOf } from '../call.ts'
import { NAME_CHECKS } from '../rules/name-check.ts'
import { country, dateTime, network, paymentId, phoneText, uuid } from '../schema.ts'

const name = v.pipe(v.string(), v.maxLength(200))
const nickname = v.pipe(v.string(), v.maxLength(200))

/** A saved recipient, paid or added by the customer. */
const recipient = v.object({
  id: uuid,
  name: v.string(),
  nickname: v.nullable(v.string()),
  favourite: v.boolean(),
  country,
  /** E.164. */
  phone: v.string(),
  network,
  /** Latest comparison with the wallet's registered name, and as much of that name as the customer may see. */
  check: v.object({
    verdict: v.picklist(NAME_CHECKS),
    name: v.nullable(v.string()),
    checkedAt: v.nullable(dateTime),
  }),
  lastSentAt: v.nullable(dateTime),
  /** Last transfer to this recipient: `/send-money?resend={payment_id}` starts another. */
  payment_id: v.nullable(paymentId),
  /** Number of paid transfers to this wallet. */
  transfers: v.number(),
})

export type Recipient = v.InferOutput<typeof recipient>

const WALLET_ERRORS = [
  'unauthenticated',
  'profile_incomplete',
  'country_not_served',
  'phone_invalid',
  'phone_wrong_country',
  'phone_not_mobile',
  'network_unknown',
] as const

const SAVING_ERRORS = [...WALLET_ERRORS, 'name_invalid', 'recipient_inactive', 'recipient_exists'] as const

/** Recipient fields that the customer sets. An empty nickname means none. */
const saved = v.strictObject({ name, nickname, favourite: v.boolean(), country, phone: phoneText, network })

const byId = v.strictObject({ id: uuid })

export const recipientCalls = {
  listRecipients: call({
    method: 'GET',
    path: '/user/recipients',
    summary: 'The recipients whom the signed-in user has paid or saved, last paid or saved first',
    auth: 'profile',
    query: v.strictObject({
      cursor: v.optional(v.pipe(v.string(), v.maxLength(200))),
      limit: v.optional(v.pipe(v.string(), v.regex(/^([1-9]|[1-9]\d|100)$/))),
    }),
    success: { 200: v.object({ recipients: v.array(recipient), nextCursor: v.nullable(v.string()) }) },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  addRecipient: call({
    method: 'POST',
    path: '/user/recipients',
    summary: 'Save a recipient; queries the network for the wallet’s holder',
    auth: 'profile',
    body: saved,
    success: { 200: v.object({ recipient }) },
    errors: [...SAVING_ERRORS, 'recipients_full'],
  }),
  updateRecipient: call({
    method: 'PUT',
    path: '/user/recipients/{id}',
    summary: 'Change a recipient; earlier transfers keep their details',
    auth: 'profile',
    params: byId,
    body: saved,
    success: { 200: v.object({ recipient }) },
    errors: SAVING_ERRORS,
  }),
  removeRecipient: call({
    method: 'DELETE',
    path: '/user/recipients/{id}',
    summary:
      'Remove a recipient from the list; transfers stay, and paying this recipient again adds them back',
    auth: 'profile',
    params: byId,
    success: { 204: null },
    errors: ['unauthenticated', 'profile_incomplete'],
  }),
  checkRecipient: call({
    method: 'POST',
    path: '/recipients/check',
    summary:
      'The holder of a number’s mobile-money account, if its network returns it, and a hint at a wrong network; limited per day',
    auth: 'profile',
    body: v.strictObject({ country, phone: phoneText, network, typedName: v.optional(name) }),
    success: {
      200: v.object({
        /**
         * `inactive`: no account can receive money. `unsupported`: the network never confirms accounts. `unknown`: it
         * could not confirm this one now.
         */
        account: v.picklist(['active', 'inactive', 'unknown', 'unsupported']),
        /**
         * Registered name of the holder: in full once `typedName` matches it, and where the country's carriers show it
         * to every sender; initials otherwise. Null when the network does not return it.
         */
        name: v.nullable(v.string()),
        /** Comparison of `typedName` with the registered name; null when either is missing. */
        comparison: v.nullable(v.picklist(['match', 'close', 'different'])),
        /**
         * Network that the number probably belongs to, if it is another one of the same country and the chosen one does
         * not confirm the account. Only a hint, since numbers move between networks: null when unknown.
         */
        likelyNetwork: v.nullable(network),
      }),
    },
    errors: WALLET_ERRORS,
  }),
}

/** A network's answer about a number. */
export type RecipientCheck = AnswerOf<typeof recipientCalls.checkRecipient>
