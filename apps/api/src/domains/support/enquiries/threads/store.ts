import type { CountryCode, Enquiry, EnquirySummary, EnquiryTopic } from '@sesa/contract'
import { sql } from 'kysely'
import type { Db, Tx } from '../../../../db/index.ts'

/** Maximum conversations per list. */
const MOST = 100

/** A conversation with the data of its list entry. */
export interface ThreadRow {
  readonly id: string
  readonly number: string
  readonly userId: string
  readonly topic: EnquiryTopic
  readonly paymentId: string | null
  readonly reference: string | null
  readonly openedAt: Date
  readonly answerBy: Date | null
  readonly latestBy: Date | null
  readonly closedAt: Date | null
  readonly lastAt: Date
  readonly lastAuthor: 'customer' | 'staff'
}

const threads = (db: Db | Tx) =>
  db
    .selectFrom('enquiry_threads as t')
    .leftJoin('transfers as f', 'f.id', 't.transfer_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('enquiry_messages as m')
          .select(['m.at', 'm.author'])
          .whereRef('m.thread_id', '=', 't.id')
          .orderBy('m.at', 'desc')
          .limit(1)
          .as('last'),
      (join) => join.onTrue(),
    )
    .select(['t.id', 't.number', 't.user_id as userId', 't.topic', 't.opened_at as openedAt'])
    .select(['t.answer_by as answerBy', 't.latest_by as latestBy', 't.closed_at as closedAt'])
    .select(['f.payment_intent_id as paymentId', 'f.reference'])
    .select(['last.at as lastAt', 'last.author as lastAuthor'])

/** Returns a customer's conversations, newest first. */
export async function threadsOf(db: Db, userId: string): Promise<ThreadRow[]> {
  return threads(db).where('t.user_id', '=', userId).orderBy('last.at', 'desc').limit(MOST).execute()
}

/** Returns a customer's own conversation; undefined also for another person's. */
export async function ownThread(db: Db | Tx, userId: string, id: string): Promise<ThreadRow | undefined> {
  return threads(db).where('t.user_id', '=', userId).where('t.id', '=', id).executeTakeFirst()
}

/** Returns the conversation with this number, for staff. */
export async function threadByNumber(db: Db | Tx, number: string): Promise<ThreadRow | undefined> {
  return threads(db).where('t.number', '=', number.toUpperCase()).executeTakeFirst()
}

async function messagesOf(db: Db | Tx, threadId: string) {
  return db
    .selectFrom('enquiry_messages')
    .select(['id', 'author', 'body as text', 'at'])
    .where('thread_id', '=', threadId)
    .orderBy('at')
    .orderBy('id')
    .execute()
}

/** Returns the user's own transfer with this payment id. */
export async function ownTransfer(tx: Tx, userId: string, paymentId: string) {
  return tx
    .selectFrom('transfers')
    .select(['id', 'reference'])
    .where('user_id', '=', userId)
    .where('payment_intent_id', '=', paymentId)
    .executeTakeFirst()
}

/** Returns the customer's data for a conversation: where to write, and which rules apply. */
export async function customerOf(tx: Tx, userId: string) {
  return (
    tx
      .selectFrom('users as u')
      .leftJoin('profiles as p', 'p.user_id', 'u.id')
      .leftJoin('phone_identities as i', 'i.user_id', 'u.id')
      .select(['p.name', 'i.country'])
      // Unconfirmed addresses get only the verification email.
      .select(sql<string | null>`case when p.email_verified_at is not null then p.email end`.as('email'))
      .where('u.id', '=', userId)
      .executeTakeFirstOrThrow()
  )
}

interface NewThread {
  readonly id: string
  readonly userId: string
  readonly number: string
  readonly topic: EnquiryTopic
  readonly transferId: string | null
  readonly country: CountryCode | null
  readonly openedAt: Date
  readonly answerBy: Date | null
  readonly latestBy: Date | null
}

/** Stores a conversation; returns false when this id already exists. */
export async function insertThread(tx: Tx, thread: NewThread): Promise<boolean> {
  const row = await tx
    .insertInto('enquiry_threads')
    .values({
      ...{ id: thread.id, user_id: thread.userId, number: thread.number, topic: thread.topic },
      ...{ transfer_id: thread.transferId, country: thread.country, opened_at: thread.openedAt },
      ...{ answer_by: thread.answerBy, latest_by: thread.latestBy },
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

interface NewMessage {
  readonly id: string
  readonly threadId: string
  readonly text: string
  /** Staff and reason of an answer. */
  readonly by?: { readonly staff: string; readonly reason: string }
}

/** Locks a conversation against other writers until the transaction ends. */
export async function lockThread(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('enquiry_threads').select('id').where('id', '=', id).forUpdate().execute()
}

export async function hasMessage(tx: Tx, threadId: string, id: string): Promise<boolean> {
  const row = await tx
    .selectFrom('enquiry_messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row !== undefined
}

/** Stores a message; returns false when this id already exists. */
export async function insertMessage(tx: Tx, { id, threadId, text, by }: NewMessage): Promise<boolean> {
  const row = await tx
    .insertInto('enquiry_messages')
    .values({ id, thread_id: threadId, author: by ? 'staff' : 'customer', body: text, ...by })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export async function databaseNow(tx: Tx): Promise<Date> {
  const { now } = await tx.selectNoFrom((eb) => eb.fn<Date>('now').as('now')).executeTakeFirstOrThrow()
  return now
}

export async function closeThread(tx: Tx, id: string): Promise<void> {
  await tx
    .updateTable('enquiry_threads')
    .set({ closed_at: sql<Date>`now()` })
    .where('id', '=', id)
    .execute()
}

/** Returns the staff member assigned to a conversation. */
export async function assigneeOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx
    .selectFrom('enquiry_threads as t')
    .innerJoin('staff_members as s', 's.id', 't.assigned_to')
    .select('s.id')
    .where('t.id', '=', id)
    .where('s.ended_at', 'is', null)
    .executeTakeFirst()
  return row?.id ?? null
}

export async function assignThread(tx: Tx, id: string, memberId: string | null): Promise<void> {
  await tx.updateTable('enquiry_threads').set({ assigned_to: memberId }).where('id', '=', id).execute()
}

/** Returns the id of a conversation's newest message. */
export async function newestMessage(tx: Tx, threadId: string): Promise<string | undefined> {
  const row = await tx
    .selectFrom('enquiry_messages')
    .select('id')
    .where('thread_id', '=', threadId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id
}

/** Returns a conversation in the contract's form. */
export function presentThread(row: ThreadRow): EnquirySummary {
  return {
    id: row.id,
    number: row.number,
    topic: row.topic,
    payment_id: row.paymentId,
    reference: row.reference,
    state: row.closedAt ? 'closed' : row.lastAuthor === 'staff' ? 'answered' : 'waiting',
    openedAt: row.openedAt.toISOString(),
    updatedAt: row.lastAt.toISOString(),
  }
}

export async function presentWhole(db: Db | Tx, row: ThreadRow): Promise<Enquiry> {
  return presentWith(row, await messagesOf(db, row.id))
}

type MessageRow = Awaited<ReturnType<typeof messagesOf>>[number]

function presentWith(row: ThreadRow, messages: readonly MessageRow[]): Enquiry {
  return {
    ...presentThread(row),
    answerBy: row.answerBy?.toISOString() ?? null,
    latestBy: row.latestBy?.toISOString() ?? null,
    messages: messages.map(({ id, author, text, at }) => ({ id, author, text, at: at.toISOString() })),
  }
}

/** Returns all of a user's conversations with all messages, for the data export. */
export async function exportThreads(db: Db, userId: string): Promise<Enquiry[]> {
  const rows = await threads(db).where('t.user_id', '=', userId).orderBy('last.at', 'desc').execute()
  const messages = await db
    .selectFrom('enquiry_messages')
    .select(['thread_id as threadId', 'id', 'author', 'body as text', 'at'])
    .where('thread_id', 'in', (eb) =>
      eb.selectFrom('enquiry_threads').select('id').where('user_id', '=', userId),
    )
    .orderBy('at')
    .orderBy('id')
    .execute()
  const byThread = Map.groupBy(messages, ({ threadId }) => threadId)
  return rows.map((row) => presentWith(row, byThread.get(row.id) ?? []))
}

/** Erases the conversations of a closed account; its locked record keeps the complaints where the law requires it. */
export async function forgetThreads(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('enquiry_threads').where('user_id', '=', userId).execute()
}
