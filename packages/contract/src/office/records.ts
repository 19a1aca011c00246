import * as v from 'valibot'
import { ENQUIRY_TOPICS } from '../rules/enquiry-topics.ts'
import { IDENTITY_CHECK_STATES } from '../rules/identity-checks.ts'
import { dateTime, uuid } from '../schema.ts'
import { approval } from './approvals.ts'
import { amountOf, officeCall, reason, reference, readCall } from './call.ts'
import { action, fraud, holdDetail, story } from './transfer-parts.ts'

const text = v.nullable(v.string())
const time = v.nullable(dateTime)
const messageState = v.picklist(['queued', 'sent', 'failed'])

export const customerHit = v.object({
  id: uuid,
  /** Masked, as are `phone` and `email`: `A•• M•••••`. */
  name: text,
  phone: text,
  email: text,
  country: text,
  createdAt: dateTime,
  lockedAt: time,
  closedAt: time,
})

export const transferHit = v.object({
  reference,
  state: v.string(),
  hold: text,
  sent: amountOf,
  arrives: amountOf,
  /** `GH`, and the network. */
  country: v.string(),
  network: v.string(),
  createdAt: dateTime,
})
export type CustomerHit = v.InferOutput<typeof customerHit>
export type TransferHit = v.InferOutput<typeof transferHit>

/** A notice to the customer, by kind: the texts are not shown. `message`: an email or SMS. */
const notice = v.object({
  at: dateTime,
  kind: v.string(),
  channel: v.picklist(['app', 'message']),
  /** When a notice in the app was read. */
  readAt: time,
})
/** `frees`: when the oldest transfer in the window leaves it, and what that gives back. */
const limit = v.object({
  limit: amountOf,
  left: amountOf,
  frees: v.nullable(v.object({ at: dateTime, amount: amountOf })),
})

/** Without `cases.read`, the cause is `under_review` and all that would tell more is null. */
const accountHold = v.object({
  cause: v.string(),
  reference: text,
  openedAt: dateTime,
  openedBy: text,
  reason: text,
  liftedAt: time,
  liftedBy: text,
  liftReason: text,
})

const namedCase = v.object({ number: v.string(), kind: v.string(), state: v.string() })

const customerPage = v.object({
  ...customerHit.entries,
  /** Confirmed numbers that the customer pays from, besides the sign-in number; masked. */
  payerNumbers: v.array(v.string()),
  emailConfirmed: v.boolean(),
  passkeys: v.number(),
  hasPassword: v.boolean(),
  hasGoogle: v.boolean(),
  openSessions: v.number(),
  /** Lifetime wrong codes of its number, of 100. */
  wrongCodes: v.number(),
  holds: v.array(accountHold),
  /** The devices that are signed in, the one used last first. */
  devices: v.array(
    v.object({
      id: uuid,
      device: v.string(),
      trusted: v.boolean(),
      signedInAt: dateTime,
      lastUsedAt: dateTime,
    }),
  ),
  /** The saved ones, masked. The list grows when the customer looks at it. */
  recipients: v.array(
    v.object({ id: uuid, name: text, phone: text, country: v.string(), network: v.string() }),
  ),
  /** The newest answer about each document. `given`: agreed, otherwise taken back. */
  consents: v.array(
    v.object({ document: v.string(), version: v.string(), given: v.boolean(), at: dateTime }),
  ),
  /** The last 50, newest first. */
  transfers: v.array(transferHit),
  enquiries: v.array(
    v.object({
      number: v.string(),
      topic: v.picklist(ENQUIRY_TOPICS),
      state: v.string(),
      createdAt: dateTime,
    }),
  ),
  /** The last 50, newest first. */
  notices: v.array(notice),
  /** Remaining limits, in the currency of the customer's country; null without a country or without rates. */
  limits: v.nullable(v.object({ day: limit, month: limit })),
  /** The verified tier decides the limits. */
  tier: v.picklist([1, 2, 3]),
  /** Identity checks, newest first. Without `identity.review`, only the newest, without what is null here. */
  identity: v.array(
    v.object({
      id: v.nullable(uuid),
      state: v.picklist(IDENTITY_CHECK_STATES),
      reason: text,
      provider: text,
      /** When the document expires. */
      expires: text,
      since: dateTime,
    }),
  ),
  /** Cases about the customer; none without `cases.read`. */
  cases: v.array(namedCase),
  /** The screening of the customer; null without `cases.read`. */
  screening: v.nullable(v.object({ state: v.string(), at: time })),
  /** Other customers who paid with the same card, or sent to the same wallet; none without `cases.read`. */
  linked: v.array(v.object({ id: uuid, name: text, by: v.picklist(['card', 'wallet']) })),
})
export type CustomerPage = v.InferOutput<typeof customerPage>

const transferPage = v.object({
  ...transferHit.entries,
  id: uuid,
  customerId: uuid,
  charged: amountOf,
  fee: amountOf,
  /** Such as `LRD 1,000 = GHS 66.96`. */
  rate: v.string(),
  /**
   * The card that paid, such as `Visa •••• 4242`, the network and masked number of the wallet, or the bank account that is debited;
   * null before the charge, or before a debit was authorized.
   */
  paidBy: text,
  /** Null once its books are archived. */
  owed: v.nullable(amountOf),
  cancelReason: text,
  /** Masked. */
  recipientName: text,
  recipientPhone: v.string(),
  paymentId: text,
  payoutReference: v.string(),
  trace: text,
  /** Without `cases.read`, all that compliance decides is `under_review`, without a runbook. */
  holdDetail,
  /** How it stands and what happened, in words. Under review, without `cases.read`, the words are the same for every cause. */
  story,
  /** What the fraud rules decided about the payment; null before it, and without `cases.read`. */
  fraud,
  notices: v.array(notice),
  /** Cases about its sender or the recipient’s wallet; none without `cases.read`. */
  cases: v.array(namedCase),
  /** Its events and postings are archived: the story has no entries. */
  archived: v.boolean(),
  /** Every action of staff, with the permission and the number of people that it takes. */
  actions: v.array(action),
  /** What waits for a second person. */
  approvals: v.array(approval),
})
export type TransferPage = v.InferOutput<typeof transferPage>

/** An SMS or email without its text. */
const message = v.object({
  at: dateTime,
  channel: v.picklist(['sms', 'email']),
  /** The end of the number or address. */
  to: v.string(),
  state: messageState,
  /** Why it was not sent. */
  failure: text,
  attempts: v.number(),
  /** The vendor’s id, and what it reported about the delivery. */
  providerId: text,
  report: text,
  reportDetail: text,
})

export const recordCalls = {
  listMessages: readCall({
    path: '/office/api/messages',
    summary: 'The last 50 SMS and emails with delivery status, without content',
    permission: 'transfers.read',
    query: v.strictObject({ state: v.optional(messageState) }),
    success: { 200: v.object({ messages: v.array(message) }) },
  }),
  showCustomer: readCall({
    path: '/office/api/customers/{id}',
    summary: 'A customer, with personal data masked',
    permission: 'customers.read',
    params: v.strictObject({ id: uuid }),
    success: { 200: customerPage },
  }),
  revealCustomer: officeCall({
    method: 'POST',
    path: '/office/api/customers/{id}/reveal',
    summary: 'Reveal a customer’s personal data; the reason is kept',
    permission: 'customers.reveal',
    params: v.strictObject({ id: uuid }),
    body: v.strictObject({ reason }),
    success: { 200: v.object({ name: text, phone: text, email: text }) },
  }),
  showTransfer: readCall({
    path: '/office/api/transfers/{reference}',
    summary: 'A transfer, with personal data masked',
    permission: 'transfers.read',
    params: v.strictObject({ reference }),
    success: { 200: transferPage },
  }),
  exportTransfers: readCall({
    path: '/office/api/customers/{id}/transfers/export',
    summary: 'All of a customer’s transfers as CSV, without recipients; at most 20,000',
    permission: 'customers.read',
    params: v.strictObject({ id: uuid }),
    success: { 200: v.object({ name: v.string(), text: v.string() }) },
    errors: ['action_refused'],
  }),
  revealRecipient: officeCall({
    method: 'POST',
    path: '/office/api/transfers/{reference}/reveal',
    summary: 'Reveal the recipient’s name and number; the reason is kept',
    permission: 'customers.reveal',
    params: v.strictObject({ reference }),
    body: v.strictObject({ reason }),
    success: { 200: v.object({ name: text, phone: v.string() }) },
  }),
}
