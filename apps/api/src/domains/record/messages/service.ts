import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { inOneStatement, inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { enqueue } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import {
  createSealing,
  reencrypt,
  type SealedCount,
  type Sealing,
  type Secrets,
} from '../../../lib/secrets.ts'
import type { Delivery, MailSender, SmsReports, SmsSender } from './ports.ts'
import { listFailedVendors } from './reports.ts'
import {
  beginAttempt,
  endMessage,
  insertMessage,
  takeSmsOfDay,
  everyQueued,
  keepSealed,
  type QueuedRow,
  type SmsBudget,
} from './store.ts'

/** A message to send. After `expiresAt` it is dropped unsent. */
export type OutgoingMessage = { readonly to: string; readonly text: string; readonly expiresAt?: Date } & (
  | { readonly channel: 'sms'; readonly budget?: SmsBudget }
  | {
      readonly channel: 'email'
      readonly subject: string
      readonly html?: string
      readonly replyTo?: string
      readonly unsubscribeUrl?: string
    }
)

export interface MessagesDeps extends Secrets {
  readonly db: Db
  readonly sms: SmsSender
  readonly mail: MailSender
  /** Maximum number of codes by SMS per day (UTC), since each costs money; no further codes are sent. */
  readonly smsPerDay: number
  /** Maximum number of security notices and arrivals by SMS per day (UTC), counted separately from codes. */
  readonly smsNoticesPerDay: number
  /** Alerts staff that a budget is nearly used up. */
  readonly alert?: ((line: string) => void) | undefined
  /** Sources of the vendors' delivery reports; none by default. */
  readonly reports?: readonly SmsReports[]
}

/** Percentage of a budget at which staff are alerted. */
const ALERT_AT = 80n

/** The job that sends one message. */
export const SEND = 'messages.send'

/** Maximum attempts to send a message; the job queue's back-off spreads them over about four hours. */
const MOST_ATTEMPTS = 10

const payloadSchema = v.object({ messageId: v.pipe(v.string(), v.uuid()) })
const bodySchema = v.object({
  text: v.string(),
  subject: v.optional(v.string()),
  html: v.optional(v.string()),
  replyTo: v.optional(v.string()),
  unsubscribeUrl: v.optional(v.string()),
})

/** Returns true when the message was not accepted, or may not have been, so that it is retried. */
const isOpen = ({ outcome }: Delivery): boolean => outcome === 'unknown' || outcome === 'unavailable'

/** Creates the sealing of queued message bodies. */
const messageSealing = (secrets: Secrets): Sealing => createSealing(secrets, 'messages')

/** Returns the number of SMS, rounded up, at which 80 % of a budget are used. */
export const alertAt = (most: number): number => Number((BigInt(most) * ALERT_AT + 99n) / 100n)

export function createMessages({
  db,
  sms,
  mail,
  smsPerDay,
  smsNoticesPerDay,
  alert,
  ...secrets
}: MessagesDeps) {
  const sealing = messageSealing(secrets)
  const mostPerDay = { codes: smsPerDay, notices: smsNoticesPerDay }

  async function queue(tx: Tx, message: OutgoingMessage): Promise<void> {
    const id = randomUUID()
    const { channel, to, expiresAt, ...body } = message
    await insertMessage(tx, {
      id,
      channel,
      recipient: to,
      body: sealing.seal(JSON.stringify(body), id),
      budget: (message.channel === 'sms' ? message.budget : undefined) ?? 'codes',
      expires_at: expiresAt ?? null,
    })
    // A customer waits for a message that expires: a code must not queue behind a week's emails.
    const urgent = expiresAt !== undefined
    await enqueue(tx, SEND, { messageId: id }, { key: `message:${id}`, urgent })
  }

  function handOver(id: string, row: QueuedRow, avoid: readonly string[]): Promise<Delivery> {
    const {
      text,
      subject = '',
      html,
      replyTo,
      unsubscribeUrl,
    } = v.parse(bodySchema, JSON.parse(sealing.unseal(row.body, id)))
    const to = row.recipient
    return row.channel === 'sms'
      ? callProvider('messages.send_sms', () => sms.send({ id, to, text, avoid }, row.attempts))
      : callProvider('messages.send_mail', () =>
          mail.send({
            id,
            to,
            subject,
            text,
            ...(html !== undefined && { html }),
            ...(replyTo !== undefined && { replyTo }),
            ...(unsubscribeUrl !== undefined && { unsubscribeUrl }),
          }),
        )
  }

  /** Alerts once when 80 % of the day's budget are used, and once when all of it is. */
  function warnOf({ channel, budget, used }: QueuedRow & { used: number }): void {
    const most = mostPerDay[budget]
    if (channel !== 'sms' || (used !== alertAt(most) && used !== most)) return
    const setting = budget === 'codes' ? 'SMS_PER_DAY' : 'SMS_NOTICES_PER_DAY'
    alert?.(
      `ALERT: ${used} of today’s ${most} text messages for ${budget} are used; beyond ${setting} none is sent`,
    )
  }

  async function send(payload: unknown): Promise<void> {
    const { messageId } = v.parse(payloadSchema, payload)
    const row = await inTransaction(db, 'messages.begin_attempt', async (tx) => {
      const begun = await beginAttempt(tx, messageId)
      if (begun?.channel !== 'sms') return begun && { ...begun, avoid: [], used: 0 }
      const used = await takeSmsOfDay(tx, begun.budget, mostPerDay[begun.budget])
      if (used === null) return endMessage(tx, messageId, { state: 'failed', failure: 'over_budget' })
      return { ...begun, avoid: await listFailedVendors(tx, begun.recipient), used }
    })
    if (!row) return
    warnOf(row)
    const delivery = await handOver(messageId, row, row.avoid)
    if (isOpen(delivery) && row.attempts < MOST_ATTEMPTS) {
      throw new Error(`Message ${messageId}: attempt ${row.attempts} was not accepted; retrying`)
    }
    await inOneStatement(db, 'messages.record_outcome', () =>
      delivery.outcome === 'sent'
        ? endMessage(db, messageId, { state: 'sent', provider_id: delivery.providerId })
        : endMessage(db, messageId, {
            state: 'failed',
            failure: delivery.outcome === 'refused' ? 'refused' : 'attempts_exhausted',
          }),
    )
  }

  return { queue, send }
}

/**
 * Counts queued messages by secret; with `renew`, re-encrypts those of the earlier one under the current one.
 */
export async function reencryptMessages(db: Db, secrets: Secrets, renew: boolean): Promise<SealedCount> {
  const rows = (await everyQueued(db)).map(({ id, body }) => ({ id, sealed: body }))
  const keep = ({ id, sealed }: { id: string; sealed: Buffer }) => keepSealed(db, { id, body: sealed })
  return reencrypt(messageSealing(secrets), rows, renew ? keep : undefined)
}
