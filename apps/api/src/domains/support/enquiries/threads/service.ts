import { unfilledIn, type Enquiry, type EnquirySummary, type EnquiryTopic } from '@sesa/contract'
import { complaintDeadlines } from '@sesa/contract/legal'
import { randomUUID } from 'node:crypto'
import { inTransaction, type Db, type Tx } from '../../../../db/index.ts'
import { requireOpenAccount } from '../../../../db/open-account.ts'
import { actionRefused, Refused } from '../../../../lib/refused.ts'
import type { StaffAction } from '../../../../lib/staff-action.ts'
import {
  renderEmail,
  type Branding,
  type EmailTemplate,
  type Messages,
  type Notices,
  appendAudit,
} from '../../../record/index.ts'
import { readMessage } from '../input.ts'
import { answered, messageForSupport, messageReceived } from './emails.ts'
import { countMessage } from '../limits.ts'
import { numberOf } from './number.ts'
import { membersWhoAnswer } from './office-store.ts'
import {
  assigneeOf,
  assignThread,
  closeThread,
  customerOf,
  databaseNow,
  hasMessage,
  insertMessage,
  insertThread,
  lockThread,
  newestMessage,
  ownThread,
  ownTransfer,
  presentThread,
  presentWhole,
  threadByNumber,
  threadsOf,
  type ThreadRow,
} from './store.ts'

export interface ThreadDeps {
  readonly db: Db
  readonly messages: Pick<Messages, 'queue'>
  readonly branding: Branding
  readonly notices: Notices
}

/** The member assigned to a conversation, before and after; null for none. */
interface Handover {
  readonly from: string | null
  readonly to: string | null
}

interface NewEnquiry {
  readonly id: string
  readonly topic: EnquiryTopic
  readonly payment_id?: string | undefined
  readonly message: string
}

function found(row: ThreadRow | undefined): ThreadRow {
  if (!row) throw new Refused('not_found')
  return row
}

/** Queues emails about conversations, which are sent after the commit. */
function createPost({ messages, branding }: ThreadDeps) {
  const queue = (tx: Tx, to: string, template: EmailTemplate, replyTo?: string) =>
    messages.queue(tx, {
      ...renderEmail(template, branding),
      channel: 'email',
      to,
      ...(replyTo !== undefined && { replyTo }),
    })
  return {
    toSupport: (tx: Tx, thread: ThreadRow, text: string) =>
      queue(tx, branding.support.email, messageForSupport(thread, text)),
    toCustomer: (tx: Tx, email: string | null, template: EmailTemplate) =>
      email === null ? Promise.resolve() : queue(tx, email, template, branding.support.email),
  }
}

/** Creates customers' conversations with support, without HTTP. */
export function createThreads(deps: ThreadDeps) {
  const { db } = deps
  const post = createPost(deps)
  return {
    list: async (userId: string): Promise<EnquirySummary[]> =>
      (await threadsOf(db, userId)).map(presentThread),

    /** Returns a customer's conversation. Throws Refused `not_found`, also for another person's conversation. */
    async show(userId: string, id: string): Promise<Enquiry> {
      return presentWhole(db, found(await ownThread(db, userId, id)))
    },

    /**
     * Starts a conversation; the same id again changes nothing. Throws Refused `message_empty`, `message_too_long`,
     * `rate_limited`, and `not_found` for a transfer or an id that is not the customer's own.
     */
    async open(userId: string, { id, topic, payment_id: paymentId, message }: NewEnquiry): Promise<Enquiry> {
      const text = readMessage(message)
      return inTransaction(db, 'enquiries.open', async (tx) => {
        await requireOpenAccount(tx, userId)
        const transfer = paymentId === undefined ? null : await ownTransfer(tx, userId, paymentId)
        if (transfer === undefined) throw new Refused('not_found', { field: 'payment_id' })
        const [{ country, email, name }, openedAt] = [await customerOf(tx, userId), await databaseNow(tx)]
        const deadlines = topic === 'complaint' ? complaintDeadlines(country, openedAt) : null
        const isNew = await insertThread(tx, {
          ...{ id, userId, topic, country, openedAt, number: numberOf(id, topic) },
          transferId: transfer?.id ?? null,
          answerBy: deadlines?.answerBy ?? null,
          latestBy: deadlines?.latestBy ?? null,
        })
        if (!isNew) return presentWhole(tx, found(await ownThread(tx, userId, id)))
        await countMessage(tx, userId)
        // The first message has the conversation's own id.
        await insertMessage(tx, { id, threadId: id, text })
        const thread = found(await ownThread(tx, userId, id))
        await post.toSupport(tx, thread, text)
        await post.toCustomer(tx, email, messageReceived(thread, name))
        return presentWhole(tx, thread)
      })
    },

    /** Adds a message; the same id again changes nothing. Throws Refused like `open`, and `enquiry_closed`. */
    async add(
      userId: string,
      threadId: string,
      { messageId, message }: { messageId: string; message: string },
    ): Promise<Enquiry> {
      return inTransaction(db, 'enquiries.add', async (tx) => {
        await requireOpenAccount(tx, userId)
        await lockThread(tx, threadId)
        const thread = found(await ownThread(tx, userId, threadId))
        const text = readMessage(message)
        if (await hasMessage(tx, threadId, messageId)) return presentWhole(tx, thread)
        if (thread.closedAt) throw new Refused('enquiry_closed')
        if (await insertMessage(tx, { id: messageId, threadId, text })) {
          await countMessage(tx, userId)
          await post.toSupport(tx, thread, text)
        }
        return presentWhole(tx, found(await ownThread(tx, userId, threadId)))
      })
    },
  }
}

/** Creates the staff actions on conversations. An impossible action throws Refused. */
export function createThreadActions(deps: ThreadDeps) {
  const { db, notices, branding } = deps
  const named = async (from: Db | Tx, number: string): Promise<ThreadRow> => {
    const thread = await threadByNumber(from, number)
    if (!thread) throw actionRefused(`Enquiry ${number} doesn’t exist. See the inbox.`)
    return thread
  }
  /** Reads it again under the lock: a customer's message and closing by staff exclude each other. */
  const lockNamed = async (tx: Tx, number: string): Promise<ThreadRow> => {
    await lockThread(tx, (await named(tx, number)).id)
    return named(tx, number)
  }
  /** Stores an answer, and notifies the customer by their switches. Returns whether it is emailed. */
  const tell = async (
    tx: Tx,
    thread: ThreadRow,
    text: string,
    by: StaffAction,
  ): Promise<{ emailed: boolean }> => {
    const id = randomUUID()
    await insertMessage(tx, { id, threadId: thread.id, text, by })
    const email = answered(thread, text)
    return notices.add(
      tx,
      {
        accountId: thread.userId,
        kind: 'enquiry_answered',
        title: email.subject,
        body: excerptOf(text),
        path: `/me/messages/${thread.id}`,
        key: `enquiry:${id}`,
      },
      { email, replyTo: branding.support.email },
    )
  }
  return {
    /**
     * Assigns a conversation to a member, or to none. `from` is the assigned member on the page that the acting member read.
     * @throws Refused when another member has been assigned meanwhile, when it is closed, or when the new member may not
     * answer.
     */
    async assign(number: string, { from, to }: Handover, actingId: string): Promise<void> {
      await inTransaction(db, 'enquiries.assign', async (tx) => {
        const { id, closedAt } = await lockNamed(tx, number)
        if (closedAt) throw actionRefused(`${number} is closed.`)
        if ((await assigneeOf(tx, id)) !== from)
          throw actionRefused(`${number} was reassigned in the meantime. Check who has it now.`)
        const receiver = (await membersWhoAnswer(tx)).find((member) => member.id === to)
        if (to !== null && receiver === undefined)
          throw actionRefused('This member can’t answer enquiries. Choose another.')
        await assignThread(tx, id, to)
        const action =
          to === null ? 'enquiry.given_back' : to === actingId ? 'enquiry.taken' : 'enquiry.given'
        const change = { before: { assignee: from }, after: { assignee: to } }
        // The chain itself has only ids; the assigned member’s name is stored where names may be erased.
        const words =
          action === 'enquiry.given' && receiver ? { words: { note: `Given to ${receiver.name}` } } : {}
        await appendAudit(tx, { member: actingId, action, subject: number, change, ...words })
      })
    },

    /**
     * Answers the customer. Returns whether the answer is also emailed. With `after`, throws Refused `enquiry_changed` when
     * that is not the newest message.
     */
    async answer(
      number: string,
      typed: string,
      by: StaffAction,
      after?: string,
    ): Promise<{ emailed: boolean }> {
      const text = readAnswer(typed)
      return inTransaction(db, 'enquiries.answer', async (tx) => {
        const thread = await lockNamed(tx, number)
        if (thread.closedAt) throw actionRefused(`${number} is closed.`)
        await requireNewest(tx, thread, after)
        return tell(tx, thread, text, by)
      })
    },

    /** Closes a conversation with a last message, so that its end has a reason and an author. `after` as in `answer`. */
    async close(number: string, typed: string, by: StaffAction, after?: string): Promise<void> {
      const text = readAnswer(typed)
      await inTransaction(db, 'enquiries.close', async (tx) => {
        const thread = await lockNamed(tx, number)
        if (thread.closedAt) throw actionRefused(`${number} is already closed.`)
        await requireNewest(tx, thread, after)
        await closeThread(tx, thread.id)
        await tell(tx, thread, text, by)
      })
    },
  }
}

async function requireNewest(tx: Tx, { id }: ThreadRow, after: string | undefined): Promise<void> {
  if (after !== undefined && (await newestMessage(tx, id)) !== after) throw new Refused('enquiry_changed')
}

const EXCERPT = 200

function excerptOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > EXCERPT ? `${line.slice(0, EXCERPT - 1).trimEnd()}…` : line
}

function readAnswer(typed: string): string {
  const unfilled = unfilledIn(typed)
  if (unfilled !== undefined)
    throw actionRefused(`The answer still contains ${unfilled}. Replace it with the right text.`)
  try {
    return readMessage(typed)
  } catch (error) {
    if (error instanceof Refused) throw actionRefused('Enter an answer of 1 to 5,000 characters.')
    throw error
  }
}

export type Threads = ReturnType<typeof createThreads>
export type ThreadActions = ReturnType<typeof createThreadActions>
