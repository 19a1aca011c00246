import { isolateName, type DueReminder, type Recipient } from '@sesa/contract'
import { formatMoney, money, toMinorNumber } from '@sesa/money'
import { readDatabaseClock } from '../../../db/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { holdOpenAccount } from '../../../db/open-account.ts'
import type { EmailTemplate } from '../../record/index.ts'
import { findRecipient, readRecipients } from '../../customers/index.ts'
import { wasPaidSince } from '../../transfers/index.ts'
import { dayAfter, dueAt, paidSinceFor } from './calendar.ts'
import type { RemindersDeps } from './service.ts'
import { LATE_DAYS } from './settings.ts'
import {
  endRow,
  endRowsTo,
  findRow,
  lastDay,
  listDue,
  listTold,
  recordDay,
  updateRow,
  type ReminderRow,
} from './store.ts'

/** Reminders per query. */
const AT_ONCE = 100
const LATE_MS = LATE_DAYS * 86_400_000
const MOST_SHOWN = 3

/**
 * Sends the notices of all due reminders, each in its own transaction. Several workers may run this concurrently: each day of
 * a reminder has one record and one notice. A reminder that fails does not stop the others; the first failure is thrown at
 * the end.
 */
export async function sendDue(deps: RemindersDeps): Promise<void> {
  const failures: unknown[] = []
  let after: string | null = null
  do {
    const due = await listDue(deps.db, { after, limit: AT_ONCE })
    for (const reminder of due) {
      await sendOne(deps, reminder).catch((error: unknown) => void failures.push(error))
    }
    after = due.at(-1)?.id ?? null
  } while (after !== null)
  if (failures.length > 0) throw failures[0]
}

async function sendOne(
  deps: RemindersDeps,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<void> {
  await inTransaction(deps.db, 'reminders.notify', async (tx) => {
    // Locks the account before the reminder, like every change.
    if (!(await holdOpenAccount(tx, userId))) return
    const row = await findRow(tx, userId, id, { lock: true })
    const now = await readDatabaseClock(tx)
    if (row === undefined || row.ended_at !== null || row.paused_at !== null) return
    if (row.next_on === null || row.due_at === null || row.due_at > now) return
    const recipient =
      row.recipient_id === null ? undefined : await findRecipient(tx, userId, row.recipient_id)
    if (recipient === undefined) {
      await endRow(tx, id, 'recipient')
      return recordEnd(deps, tx, userId)
    }
    const outcome = await outcomeOf(tx, row, recipient, { due: row.due_at, now })
    if ((await recordDay(tx, id, row.next_on, outcome)) && outcome === 'sent')
      await tell(deps, tx, row, recipient)
    const next = dayAfter({ frequency: row.frequency, firstDay: row.first_day }, row.next_on)
    if (next === null) return endRow(tx, id, 'done')
    await updateRow(tx, id, { next_on: next, due_at: dueAt(next, row.zone) })
  })
}

/** Decides the outcome of a due day. */
async function outcomeOf(
  tx: Tx,
  row: ReminderRow,
  recipient: Recipient,
  { due, now }: { readonly due: Date; readonly now: Date },
): Promise<'sent' | 'paid' | 'late'> {
  if (now.getTime() - due.getTime() > LATE_MS) return 'late'
  const since = paidSinceFor(due, (await lastDay(tx, row.id))?.at ?? null)
  return (await wasPaidSince(tx, row.user_id, recipient, since)) ? 'paid' : 'sent'
}

async function tell(
  { notices }: RemindersDeps,
  tx: Tx,
  row: ReminderRow,
  recipient: Recipient,
): Promise<void> {
  const name = isolateName(recipient.nickname ?? recipient.name)
  const amount = formatMoney(money(row.amount, row.currency))
  const title = `Reminder: send money to ${name}`
  const body =
    row.side === 'send'
      ? `You planned to send ${amount} to ${name}.`
      : `You planned for ${name} to get ${amount}.`
  const path = `/send-money?reminder=${row.id}`
  const email: EmailTemplate = {
    subject: title,
    paragraphs: [
      body,
      'You’ll see today’s rate and fee before you pay. We charge nothing until you press Pay.',
    ],
    action: { label: 'Send money', path },
    why: 'You’re getting this because you set a reminder. Change or end it:',
    changeAt: '/me/reminders',
  }
  const key = `reminder_due:${row.id} ${row.next_on ?? ''}`
  const notice = { accountId: row.user_id, kind: 'reminder_due', title, body, path, key } as const
  await notices.add(tx, notice, { email })
}

async function recordEnd({ audit }: Pick<RemindersDeps, 'audit'>, tx: Tx, userId: string): Promise<void> {
  const details = { reason: 'recipient' }
  await audit.record(tx, { userId, sessionId: null, kind: 'reminder_ended', details, origin: null })
}

/** Ends the reminders to a recipient whom the customer removes, in the same transaction. */
export async function endRemindersTo(
  deps: Pick<RemindersDeps, 'audit'>,
  tx: Tx,
  userId: string,
  recipientId: string,
): Promise<void> {
  const ended = await endRowsTo(tx, recipientId)
  for (let count = 0; count < ended; count++) await recordEnd(deps, tx, userId)
}

/** Returns the due reminders whose recipient is not paid yet, for the home page. */
export async function remindersDue(db: Db, userId: string): Promise<readonly DueReminder[]> {
  const told = await listTold(db, userId)
  if (told.length === 0) return []
  const people = await readRecipients(db, userId)
  const due: DueReminder[] = []
  for (const { id, recipient_id, told_at, amount, currency, side, day } of told) {
    const recipient = people.get(recipient_id ?? '')
    if (due.length === MOST_SHOWN) break
    if (recipient === undefined || (await wasPaidSince(db, userId, recipient, told_at))) continue
    const { name, country, network } = recipient
    due.push({
      id,
      name,
      country,
      network,
      amount: toMinorNumber(money(amount, currency)),
      currency,
      side,
      day,
    })
  }
  return due
}
