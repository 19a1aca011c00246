import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { inOneStatement, type Db, type Tx } from '../../../db/index.ts'
import type { Sweep } from '../../../jobs/index.ts'
import { callProvider } from '../../../lib/crash-points.ts'
import {
  createSealing,
  reencrypt,
  type SealedCount,
  type Sealing,
  type Secrets,
} from '../../../lib/secrets.ts'
import { continueTrace, currentTraceparent, inSpan } from '../../../lib/tracing.ts'
import type { Delivery, MailSender, SmsReports, SmsSender } from './ports.ts'
import {
  claimDue,
  claimOfJob,
  everyQueued,
  extendLeases,
  insertMessages,
  isMessageDue,
  isQueued,
  keepSealed,
  recordOutcomes,
  type ClaimedMessage,
  type NewMessage,
  type Outcome,
  type SmsBudget,
} from './store.ts'

/** A message to send. After `expiresAt` it is dropped unsent. `traceparent`: the trace that sending continues; default: the current one. */
export type OutgoingMessage = {
  readonly to: string
  readonly text: string
  readonly expiresAt?: Date
  readonly traceparent?: string | null
} & (
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
  /** Maximum number of security notices, payments and arrivals by SMS per day (UTC), counted separately from codes. */
  readonly smsNoticesPerDay: number
  /** Alerts staff that a budget is nearly used up. */
  readonly alert?: ((line: string) => void) | undefined
  /** Receives our own errors; the messages are sent again. */
  readonly onError?: ((error: unknown) => void) | undefined
  /** Sources of the vendors' delivery reports; none by default. */
  readonly reports?: readonly SmsReports[]
}

/** Percentage of a budget at which staff are alerted. */
const ALERT_AT = 80n

/** The job that sends one message of the release before. */
export const SEND = 'messages.send'

/** Maximum attempts to send a message; the back-off spreads them over about four hours. */
const MOST_ATTEMPTS = 10
/** Maximum number of messages that a worker sends at the same time. */
const MOST_AT_ONCE = 32
/** Interval at which a worker records outcomes and extends leases while a vendor is slow, in milliseconds. */
const BEAT_MS = 1_000

const payloadSchema = v.object({ messageId: v.pipe(v.string(), v.uuid()) })
const bodySchema = v.object({
  text: v.string(),
  subject: v.optional(v.string()),
  html: v.optional(v.string()),
  replyTo: v.optional(v.string()),
  unsubscribeUrl: v.optional(v.string()),
})

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
  onError,
  ...secrets
}: MessagesDeps) {
  const sealing = messageSealing(secrets)
  const most = { codes: smsPerDay, notices: smsNoticesPerDay }

  function seal({ channel, to, expiresAt, traceparent, ...message }: OutgoingMessage): NewMessage {
    const id = randomUUID()
    return {
      ...{ id, channel, recipient: to, expiresAt: expiresAt ?? null },
      body: sealing.seal(JSON.stringify(message), id),
      budget: ('budget' in message ? message.budget : undefined) ?? 'codes',
      traceparent: traceparent === undefined ? currentTraceparent() : traceparent,
    }
  }

  /** Returns the statement that queues messages, to be part of another one. */
  const inserting = (messages: readonly OutgoingMessage[]) => insertMessages(messages.map(seal))

  async function queue(tx: Tx, message: OutgoingMessage): Promise<void> {
    await inserting([message]).execute(tx)
  }

  function handOver({
    id,
    recipient: to,
    channel,
    body,
    attempts,
    avoid,
  }: ClaimedMessage): Promise<Delivery> {
    const {
      text,
      subject = '',
      html,
      replyTo,
      unsubscribeUrl,
    } = v.parse(bodySchema, JSON.parse(sealing.unseal(body, id)))
    return channel === 'sms'
      ? callProvider('messages.send_sms', () => sms.send({ id, to, text, avoid }, attempts))
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

  /** Sends a message through its vendors. Never throws: an error of ours is reported, and the message is tried again. */
  async function attempt(message: ClaimedMessage): Promise<Outcome> {
    const { id, attempts, traceparent } = message
    const ended = { id, attempts, providerId: null, failure: null }
    const isLast = attempts >= MOST_ATTEMPTS
    const delivery = await continueTrace(traceparent, () =>
      inSpan({ name: 'send message', kind: 'consumer' }, () => handOver(message)),
    ).catch((error: unknown) => {
      onError?.(error)
      if (isLast) alert?.(`ALERT: message ${id} was given up after an error of ours`)
      return { outcome: 'unknown' } as const
    })
    switch (delivery.outcome) {
      case 'sent':
        return { ...ended, state: 'sent', providerId: delivery.providerId }
      case 'refused':
        return { ...ended, state: 'failed', failure: 'refused' }
      case 'unavailable':
      case 'unknown':
        return isLast
          ? { ...ended, state: 'failed', failure: 'attempts_exhausted' }
          : { ...ended, state: 'queued' }
    }
  }

  /** Alerts once when 80 % of a budget of the day are used, and once when all of it is. */
  function warn(claimed: readonly ClaimedMessage[]): void {
    for (const budget of ['codes', 'notices'] as const) {
      const text = claimed.find((message) => message.channel === 'sms' && message.budget === budget)
      if (text === undefined) continue
      const setting = budget === 'codes' ? 'SMS_PER_DAY' : 'SMS_NOTICES_PER_DAY'
      for (const used of new Set([alertAt(most[budget]), most[budget]]))
        if (text.usedBefore < used && used <= text.used)
          alert?.(
            `ALERT: ${used} of today’s ${most[budget]} text messages for ${budget} are used; beyond ${setting} none is sent`,
          )
    }
  }

  /**
   * Sends claimed messages at the same time and records their outcomes: all together, or every second while a vendor is slow. A
   * message whose outcome cannot be recorded is sent again, under the same id, once its lease ends.
   */
  async function sendAll(claimed: readonly ClaimedMessage[]): Promise<void> {
    const [sending, outcomes] = [new Set(claimed), new Set<Outcome>()]
    const record = async (): Promise<void> => {
      const some = [...outcomes]
      if (some.length === 0) return
      await inOneStatement(db, 'messages.record', (own) => recordOutcomes(own, some))
      for (const outcome of some) outcomes.delete(outcome)
    }
    const beat = async (): Promise<void> => {
      await record()
      if (sending.size > 0) await extendLeases(db, [...sending])
    }
    let beating: Promise<void> = Promise.resolve()
    const timer = setInterval(() => {
      beating = beating.then(beat).catch((error: unknown) => onError?.(error))
    }, BEAT_MS)
    await Promise.all(
      claimed.map(async (message) => {
        outcomes.add(await attempt(message))
        sending.delete(message)
      }),
    )
    clearInterval(timer)
    await beating
    await record()
  }

  function createSweep(): Sweep {
    const batches = new Set<Promise<void>>()
    let sending = 0
    return {
      due: isMessageDue,
      async take() {
        if (sending >= MOST_AT_ONCE) await Promise.race(batches)
        const room = MOST_AT_ONCE - sending
        const claimed = await inOneStatement(db, 'messages.claim', (own) => claimDue(own, room, most))
        warn(claimed)
        if (claimed.length === 0) return false
        sending += claimed.length
        const batch = sendAll(claimed)
          .catch((error: unknown) => onError?.(error))
          .finally(() => {
            sending -= claimed.length
            batches.delete(batch)
          })
        batches.add(batch)
        return claimed.length === room
      },
      settle: () => Promise.all(batches),
    }
  }

  /** Sends the message of a job of the release before. Throws while it is to be sent again: its job repeats it. */
  async function sendOfJob(payload: unknown): Promise<void> {
    const { messageId } = v.parse(payloadSchema, payload)
    const claimed = await inOneStatement(db, 'messages.claim', (own) => claimOfJob(own, messageId, most))
    warn(claimed)
    const outcomes = await Promise.all(claimed.map(attempt))
    if (
      outcomes.some(({ state }) => state === 'queued') ||
      (claimed.length === 0 && (await isQueued(db, messageId)))
    )
      throw new Error(`Message ${messageId}: the attempt was not accepted; retrying`)
    if (outcomes.length === 0) return
    await inOneStatement(db, 'messages.record', (own) => recordOutcomes(own, outcomes))
  }

  return { queue, inserting, createSweep, sendOfJob }
}

/**
 * Counts queued messages by secret; with `renew`, re-encrypts those of the earlier one under the current one.
 */
export async function reencryptMessages(db: Db, secrets: Secrets, renew: boolean): Promise<SealedCount> {
  const rows = (await everyQueued(db)).map(({ id, body }) => ({ id, sealed: body }))
  const keep = ({ id, sealed }: { id: string; sealed: Buffer }) => keepSealed(db, { id, body: sealed })
  return reencrypt(messageSealing(secrets), rows, renew ? keep : undefined)
}
