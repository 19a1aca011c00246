import { sql, type RawBuilder } from 'kysely'
import { takingWanted } from '../../../db/budgets.ts'
import type { Db } from '../../../db/index.ts'
import type { SmsReport } from './ports.ts'
import { failedVendors } from './reports.ts'

/** The daily budget of an SMS: notices never use up the budget of codes. */
export type SmsBudget = 'codes' | 'notices'

const SMS_BUCKETS: Readonly<Record<SmsBudget, string>> = {
  codes: 'messages:sms',
  notices: 'messages:sms-notices',
}

export type Failure = 'refused' | 'expired' | 'attempts_exhausted' | 'over_budget'

/** A message as stored. */
export interface NewMessage {
  readonly id: string
  readonly channel: 'sms' | 'email'
  readonly recipient: string
  readonly body: Buffer
  readonly budget: SmsBudget
  readonly expiresAt: Date | null
  /** The trace that sending continues; null without tracing. */
  readonly traceparent: string | null
}

/** Returns the statement that queues messages. */
export const insertMessages = (rows: readonly NewMessage[]) => sql`
  insert into messages (id, channel, recipient, body, budget, expires_at, traceparent, due_at)
  select id, channel, recipient, body, budget, expires_at, traceparent, now()
  from unnest(${rows.map(({ id }) => id)}::uuid[], ${rows.map(({ channel }) => channel)}::text[],
    ${rows.map(({ recipient }) => recipient)}::text[], ${rows.map(({ body }) => body)}::bytea[],
    ${rows.map(({ budget }) => budget)}::text[], ${rows.map(({ expiresAt }) => expiresAt)}::timestamptz[],
    ${rows.map(({ traceparent }) => traceparent)}::text[])
    m (id, channel, recipient, body, budget, expires_at, traceparent)`

/** A message whose next attempt is counted. */
export interface ClaimedMessage {
  readonly id: string
  readonly channel: 'sms' | 'email'
  readonly recipient: string
  readonly body: Buffer
  readonly attempts: number
  readonly budget: SmsBudget
  readonly traceparent: string | null
  /** Vendors to try last. */
  readonly avoid: readonly string[]
  /** For an SMS: the texts of the day in its budget, before this claim and with it. */
  readonly usedBefore: number
  readonly used: number
}

/** A worker's message is free after this; the worker extends the lease while it sends. */
const LEASE = sql`now() + interval '10 seconds'`

/** SQL condition that is true while messages are due. */
export const isMessageDue = sql<boolean>`exists (select from messages where state = 'queued' and due_at <= now())`

/** Claims up to `limit` messages that are due: codes first, then the longest due. */
export const claimDue = (db: Db, limit: number, most: Readonly<Record<SmsBudget, number>>) =>
  claim(
    db,
    sql`due_at <= now() order by (expires_at is null), due_at limit ${limit} for update skip locked`,
    most,
  )

/** Claims the message of a job, which the release before queued. */
export const claimOfJob = (db: Db, id: string, most: Readonly<Record<SmsBudget, number>>) =>
  claim(db, sql`id = ${id} and due_at is null for update`, most)

/**
 * Counts an attempt of each of these messages, and its SMS in the budget of the day (UTC), in one statement. Ends messages that
 * have expired or for which nothing is left in the budget. A message whose budget another claim began at the same moment stays as
 * it is, and is not returned.
 */
async function claim(
  db: Db,
  which: RawBuilder<unknown>,
  most: Readonly<Record<SmsBudget, number>>,
): Promise<readonly ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    with budgets (budget, bucket, most) as (values
      ('codes', ${SMS_BUCKETS.codes}, ${most.codes}::int), ('notices', ${SMS_BUCKETS.notices}, ${most.notices}::int)
    ), due as materialized (
      select id, channel, budget, due_at, expires_at, (expires_at <= now()) is true as expired
      from messages where state = 'queued' and ${which}
    ), texts as (
      select id, bucket, most, row_number() over (partition by bucket order by (expires_at is null), due_at) as place
      from due join budgets using (budget) where channel = 'sms' and not expired
    ), wanted as (
      select bucket, date_trunc('day', now(), 'UTC') as window_start, most, count(*)::int as count
      from texts group by bucket, most
    ), ${takingWanted}, fates as (
      select id, coalesce(used.count, 0) as used_before, coalesce(used.count, 0) + coalesce(taken, 0) as used,
        case when expired then 'expired'
          when channel = 'email' or place <= taken then 'attempt'
          when coalesce(used.count, 0) + coalesce(taken, 0) >= most then 'over_budget' end as fate
      from due left join texts using (id) left join used using (bucket) left join granted using (bucket)
    ), claimed as (
      update messages m set attempts = m.attempts + (fate = 'attempt')::int,
        due_at = case when fate = 'attempt' and m.due_at is not null then ${LEASE} else m.due_at end,
        state = case when fate = 'attempt' then 'queued' else 'failed' end,
        failure = nullif(fate, 'attempt'), body = case when fate = 'attempt' then m.body end,
        ended_at = case when fate <> 'attempt' then now() end
      from fates where m.id = fates.id and fate is not null
      returning m.id, m.channel, m.recipient, m.body, m.attempts, m.budget, m.traceparent, m.state, used_before, used
    )
    select id, channel, recipient, body, attempts, budget, traceparent, used_before as "usedBefore", used,
      case when channel = 'sms' then ${failedVendors(sql`claimed.recipient`)} else '{}' end as avoid
    from claimed where state = 'queued'`.execute(db)
  return rows
}

/** Returns true while a message is queued. */
export async function isQueued(db: Db, id: string): Promise<boolean> {
  const row = db.selectFrom('messages').select('id').where('id', '=', id).where('state', '=', 'queued')
  return (await row.executeTakeFirst()) !== undefined
}

/** Extends the lease of messages that are still being sent. */
export async function extendLeases(db: Db, messages: readonly ClaimedMessage[]): Promise<void> {
  await sql`update messages m set due_at = ${LEASE}
    from unnest(${messages.map(({ id }) => id)}::uuid[], ${messages.map(({ attempts }) => attempts)}::int[]) c (id, attempts)
    where m.id = c.id and m.attempts = c.attempts and m.state = 'queued' and m.due_at is not null`.execute(db)
}

/** The outcome of an attempt. `queued`: the message was not accepted, or may not have been, and is due again later. */
export interface Outcome {
  readonly id: string
  readonly attempts: number
  readonly state: 'queued' | 'sent' | 'failed'
  readonly providerId: string | null
  readonly failure: Failure | null
}

/**
 * Records outcomes. Erases the body of a message that has ended; an ended message stays unchanged. The back-off grows from
 * seconds to hours. An attempt whose lease another worker has taken over only ends its message.
 */
export async function recordOutcomes(db: Db, outcomes: readonly Outcome[]): Promise<void> {
  await sql`
    update messages m set state = o.state, provider_id = o.provider_id, failure = o.failure,
      body = case when o.state = 'queued' then m.body end,
      ended_at = case when o.state <> 'queued' then now() end,
      due_at = now() + exp(least(m.attempts, 10)) * interval '1 second'
    from unnest(${outcomes.map(({ id }) => id)}::uuid[], ${outcomes.map(({ attempts }) => attempts)}::int[],
      ${outcomes.map(({ state }) => state)}::text[], ${outcomes.map(({ providerId }) => providerId)}::text[],
      ${outcomes.map(({ failure }) => failure)}::text[]) o (id, attempts, state, provider_id, failure)
    where m.id = o.id and m.state = 'queued' and (o.state <> 'queued' or m.attempts = o.attempts)`.execute(db)
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

/** Returns how long, in seconds, the longest overdue message has been due; 0 without one. */
export async function secondsOverdue(db: Db): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(ceil(extract(epoch from now() - min(due_at))), 0)::int as seconds
    from messages where state = 'queued' and due_at <= now()`.execute(db)
  return rows[0]?.seconds ?? 0
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
