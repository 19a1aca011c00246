import { sql } from 'kysely'
import type { Db, Tx } from '../../../db/index.ts'
import type { SmsReport } from './ports.ts'

/** The daily budget of an SMS: notices never use up the budget of codes. */
export type SmsBudget = 'codes' | 'notices'

const SMS_BUCKETS: Readonly<Record<SmsBudget, string>> = {
  codes: 'messages:sms',
  notices: 'messages:sms-notices',
}

export interface QueuedRow {
  readonly channel: 'sms' | 'email'
  readonly recipient: string
  readonly body: Buffer
  readonly attempts: number
  readonly budget: SmsBudget
}

export type Failure = 'refused' | 'expired' | 'attempts_exhausted' | 'over_budget'

export async function insertMessage(
  tx: Tx,
  row: {
    id: string
    channel: 'sms' | 'email'
    recipient: string
    body: Buffer
    budget: SmsBudget
    expires_at: Date | null
  },
): Promise<void> {
  await tx.insertInto('messages').values(row).execute()
}

/** Counts an attempt of a queued message; returns undefined when it has ended or expired. */
export async function beginAttempt(tx: Tx, id: string): Promise<QueuedRow | undefined> {
  const row = await tx
    .updateTable('messages')
    .set((eb) => ({ attempts: eb('attempts', '+', 1) }))
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .where(sql<boolean>`(expires_at > now()) is not false`)
    .returning(['channel', 'recipient', 'body', 'attempts', 'budget'])
    .executeTakeFirst()
  if (row === undefined) {
    await tx
      .updateTable('messages')
      .set({ state: 'failed', failure: 'expired', body: null, ended_at: sql`now()` })
      .where('id', '=', id)
      .where('state', '=', 'queued')
      .execute()
  }
  return row?.body ? { ...row, body: row.body } : undefined
}

/**
 * Takes one SMS from a day's budget (UTC). Returns the number used; returns null and changes nothing when the budget is used
 * up.
 */
export async function takeSmsOfDay(tx: Tx, budget: SmsBudget, most: number): Promise<number | null> {
  const { rows } = await sql<{ count: number }>`insert into rate_limits as l (bucket, window_start, count)
    values (${SMS_BUCKETS[budget]}, date_trunc('day', now(), 'UTC'), 1)
    on conflict (bucket, window_start) do update set count = l.count + 1 where l.count < ${most}
    returning count`.execute(tx)
  return rows[0]?.count ?? null
}

/** Returns today's number of SMS (UTC), by budget. */
export async function countSmsOfDay(db: Db): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('rate_limits')
    .select(['bucket', 'count'])
    .where('bucket', 'in', Object.values(SMS_BUCKETS))
    .where('window_start', '=', sql<Date>`date_trunc('day', now(), 'UTC')`)
    .execute()
  return new Map(
    Object.entries(SMS_BUCKETS).map(([budget, bucket]) => [
      budget,
      rows.find((row) => row.bucket === bucket)?.count ?? 0,
    ]),
  )
}

/** Ends a queued message and erases its body; an ended message stays unchanged. */
export async function endMessage(
  db: Db | Tx,
  id: string,
  end: { state: 'sent'; provider_id: string } | { state: 'failed'; failure: Failure },
): Promise<undefined> {
  await db
    .updateTable('messages')
    .set({ ...end, body: null, ended_at: sql`now()` })
    .where('id', '=', id)
    .where('state', '=', 'queued')
    .execute()
}

/** Gives up messages that have waited a day. */
export async function giveUpOldMessages(db: Db): Promise<void> {
  await db
    .updateTable('messages')
    .set({ state: 'failed', failure: 'attempts_exhausted', body: null, ended_at: sql`now()` })
    .where('state', '=', 'queued')
    .where('created_at', '<', sql<Date>`now() - interval '1 day'`)
    .execute()
}

/** Returns the queued messages. */
export async function everyQueued(db: Db): Promise<{ id: string; body: Buffer }[]> {
  const rows = await db
    .selectFrom('messages')
    .select(['id', 'body'])
    .where('state', '=', 'queued')
    .orderBy('id')
    .execute()
  return rows.flatMap(({ id, body }) => (body ? [{ id, body }] : []))
}

/** Stores the resealed body of a queued message; a message that has ended meanwhile stays without a body. */
export async function keepSealed(db: Db, { id, body }: { id: string; body: Buffer }): Promise<void> {
  await db.updateTable('messages').set({ body }).where('id', '=', id).where('state', '=', 'queued').execute()
}

/** A message as shown to staff: without its text, and with only the end of the recipient's number or address. */
export interface MessageState {
  readonly id: string
  readonly channel: 'sms' | 'email'
  readonly to: string
  readonly state: 'queued' | 'sent' | 'failed'
  readonly attempts: number
  readonly providerId: string | null
  /** The vendor's report about a text message; null without one. */
  readonly report: SmsReport['state'] | null
  readonly reportDetail: string | null
  readonly failure: Failure | null
  readonly createdAt: Date
}

/** Lists the newest messages, or the newest of one state; at most `limit`. */
export async function listMessages(
  db: Db,
  { state, limit }: { state?: MessageState['state']; limit: number },
): Promise<MessageState[]> {
  const rows = await db
    .selectFrom('messages')
    .leftJoin('sms_reports as r', 'r.provider_id', 'messages.provider_id')
    .select(['id', 'channel', 'recipient', 'messages.state', 'attempts', 'messages.provider_id', 'failure'])
    .select(['created_at', 'r.state as report', 'r.detail as reportDetail'])
    .$if(state !== undefined, (query) => query.where('messages.state', '=', state ?? 'queued'))
    .orderBy('created_at', 'desc')
    .limit(limit)
    .execute()
  return rows.map(({ recipient, provider_id: providerId, created_at: createdAt, ...row }) => ({
    ...row,
    providerId,
    createdAt,
    to: `…${recipient.slice(recipient.includes('@') ? recipient.indexOf('@') : -4)}`,
  }))
}
