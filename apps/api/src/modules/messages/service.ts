import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { inTransaction, type Db, type Tx } from '../../db/index.ts'
import { enqueue } from '../../jobs/index.ts'
import { callProvider } from '../../lib/crash-points.ts'
import { createSealing, reencrypt, type SealedCount, type Sealing, type Secrets } from '../../lib/secrets.ts'
import type { Delivery, MailSender, SmsSender } from './ports.ts'
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
  /** Maximum number of SMS per day (UTC), since each costs money; beyond it none is sent. */
  readonly smsPerDay: number
  /** Maximum number of security notices by SMS per day (UTC), counted apart from all other SMS. */
  readonly smsNoticesPerDay: number
}

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

/** True when the message was not accepted, or may not have been: it is retried. */
const isOpen = ({ outcome }: Delivery): boolean => outcome === 'unknown' || outcome === 'unavailable'

/** Seals the bodies of queued messages. */
const messageSealing = (secrets: Secrets): Sealing => createSealing(secrets, 'messages')

export function createMessages({ db, sms, mail, smsPerDay, smsNoticesPerDay, ...secrets }: MessagesDeps) {
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

  function handOver(id: string, row: QueuedRow): Promise<Delivery> {
    const {
      text,
      subject = '',
      html,
      replyTo,
      unsubscribeUrl,
    } = v.parse(bodySchema, JSON.parse(sealing.unseal(row.body, id)))
    const to = row.recipient
    return row.channel === 'sms'
      ? callProvider('messages.send_sms', () => sms.send({ id, to, text }, row.attempts))
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

  async function send(payload: unknown): Promise<void> {
    const { messageId } = v.parse(payloadSchema, payload)
    const row = await inTransaction(db, 'messages.begin_attempt', async (tx) => {
      const begun = await beginAttempt(tx, messageId)
      if (begun?.channel !== 'sms') return begun
      if (await takeSmsOfDay(tx, begun.budget, mostPerDay[begun.budget])) return begun
      return endMessage(tx, messageId, { state: 'failed', failure: 'over_budget' })
    })
    if (!row) return
    const delivery = await handOver(messageId, row)
    if (isOpen(delivery) && row.attempts < MOST_ATTEMPTS) {
      throw new Error(`Message ${messageId}: attempt ${row.attempts} was not accepted; retrying`)
    }
    await inTransaction(db, 'messages.record_outcome', (tx) =>
      delivery.outcome === 'sent'
        ? endMessage(tx, messageId, { state: 'sent', provider_id: delivery.providerId })
        : endMessage(tx, messageId, {
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
