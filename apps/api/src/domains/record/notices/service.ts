import type { Notifications } from '@sesa/contract'
import { sql } from 'kysely'
import * as v from 'valibot'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import { currentTraceparent } from '../../../lib/tracing.ts'
import {
  renderEmail,
  type Branding,
  type EmailTemplate,
  type Messages,
  type OutgoingMessage,
} from '../messages/index.ts'
import { readChannels } from './choices.ts'
import { fanOut, type FanOut } from './fan-out.ts'
import { kindOf, KINDS, type NoticeKind } from './kinds.ts'
import type { PushSender } from './ports.ts'
import { pushServiceOf, type AcceptedServices } from './push-endpoints.ts'
import { pushMessage } from './push-message.ts'
import { dropSubscription, findDue, queuePushes } from './push-store.ts'
import { insertNotices, readerOf, type Reader } from './store.ts'

/** A notice to a customer. */
export interface Notice {
  readonly accountId: string
  readonly kind: NoticeKind
  readonly title: string
  readonly body: string
  /** The page of the app to open. */
  readonly path: string
  /** Identifies the event: a second notice with the same key is not added. */
  readonly key: string
}

export interface NoticeOptions {
  /** The email; by default made of the title and the body. */
  readonly email?: EmailTemplate
  /** Corrects an earlier email, so it is emailed even with its switch off. */
  readonly correction?: boolean
  /** The address for replies to the email. */
  readonly replyTo?: string
  /** Our path at which a mail program's button, or the reader, ends this kind of email without signing in. */
  readonly unsubscribePath?: string
}

/** Adds notices, in the transaction of their event. */
export interface Notices {
  /**
   * Lists a notice in the app, and sends it by email and push by the customer's switches; once per key. Returns whether an
   * email was queued.
   */
  add(tx: Tx, notice: Notice, options?: NoticeOptions): Promise<{ readonly emailed: boolean }>
}

export interface PushSettings extends AcceptedServices {
  readonly sender: PushSender
  /** Alerts staff that a push service, named by its host, rejects our requests. */
  onRefused(host: string): void
}

export interface NoticesDeps {
  readonly db: Db
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  /** Returns the customer's six email switches. */
  emailChoices(tx: Tx, userId: string): Promise<Notifications>
  /** Null while we send no push notifications. */
  readonly push: PushSettings | null
}

const payloadSchema = v.object({
  noticeId: v.pipe(v.string(), v.uuid()),
  subscriptionId: v.pipe(v.string(), v.uuid()),
})

export function createNotices({ db, messages, branding, emailChoices, push }: NoticesDeps) {
  async function decide(tx: Tx, { accountId, kind }: Notice, correction: boolean): Promise<FanOut> {
    const emails = await emailChoices(tx, accountId)
    return fanOut(kind, { emails, channels: await readChannels(tx, accountId) }, correction)
  }

  async function queueEmail(tx: Tx, notice: Notice, options: NoticeOptions): Promise<boolean> {
    const reader = await readerOf(tx, notice.accountId)
    if (!reader) return false
    await messages.queue(tx, noticeEmail(branding, notice, reader, options))
    return true
  }

  const add: Notices['add'] = async (tx, notice, options = {}) => {
    const { accountId, kind, key, title, body, path } = notice
    const { rows } = await insertNotices([{ user_id: accountId, kind, key, title, body, path }]).execute(tx)
    if (rows[0] === undefined) return { emailed: false }
    const channels = await decide(tx, notice, options.correction ?? false)
    if (channels.push && push !== null) {
      const pushed = [{ userId: accountId, key, traceparent: currentTraceparent() }]
      await queuePushes(
        sql`(select id, user_id, key from user_notices where id = ${rows[0].id})`,
        pushed,
      ).execute(tx)
    }
    return { emailed: channels.email && (await queueEmail(tx, notice, options)) }
  }

  /** Sends one notice to one browser. A repeat is harmless: it replaces the earlier notification on the device. */
  async function sendPush(payload: unknown): Promise<void> {
    const job = v.parse(payloadSchema, payload)
    const due = push && (await findDue(db, job))
    if (!due) return
    const { notice, subscription, ageSeconds } = due
    const message = pushMessage(notice)
    if (message === null || ageSeconds > (kindOf(notice.kind)?.ttl ?? 0)) return
    // The list of push services may have become shorter since the browser subscribed.
    const isOurs = pushServiceOf(subscription.endpoint, push) !== null
    const outcome = isOurs
      ? await callProvider('notices.push', () => push.sender.send({ ...message, subscription }))
      : 'gone'
    if (outcome === 'refused') push.onRefused(new URL(subscription.endpoint).host)
    if (outcome === 'unknown') throw new Error(`Notice ${job.noticeId} was not accepted; retrying`)
    if (outcome === 'gone')
      await inTransaction(db, 'notices.drop_subscription', (tx) =>
        dropSubscription(tx, job.subscriptionId, subscription.endpoint),
      )
  }

  return { add, sendPush }
}

/** Returns the email of a notice to its reader. */
export function noticeEmail(
  branding: Branding,
  notice: Notice,
  { name, email: to }: Reader,
  { email: template = plainEmail(notice), replyTo, unsubscribePath }: NoticeOptions = {},
): OutgoingMessage {
  return {
    channel: 'email',
    to,
    ...renderEmail({ name, ...template }, branding),
    ...(replyTo !== undefined && { replyTo }),
    ...(unsubscribePath !== undefined && { unsubscribeUrl: branding.publicUrl + unsubscribePath }),
  }
}

const SWITCHES: Readonly<Partial<Record<string, string>>> = {
  reminders: 'Reminders',
  rateAlerts: 'Rate alerts',
  supportAnswers: 'Answers from support',
}

/** Returns the email of a notice that has no own one. */
function plainEmail({ kind, title, body, path }: Notice): EmailTemplate {
  const label = SWITCHES[KINDS[kind].email]
  return {
    subject: title,
    paragraphs: [body],
    action: { label: 'Open Sesa', path },
    ...(label !== undefined && {
      why: `You’re getting this because “${label}” is on in your notification settings:`,
      changeAt: '/me/notifications',
    }),
  }
}
