import {
  findCountry,
  type BodyOf,
  type calls,
  type CountryCode,
  type Recipient,
  type Reminder,
} from '@sesa/contract'
import { money, toMinorNumber } from '@sesa/money'
import { readDatabaseClock } from '../../../db/clock.ts'
import { inTransaction, type Db, type Tx } from '../../../db/index.ts'
import { requireOpenAccount } from '../../../db/open-account.ts'
import type { Origin } from '../../../http/origin.ts'
import { enqueue } from '../../../jobs/index.ts'
import { Refused } from '../../../lib/refused.ts'
import { isZone, localTime } from '../../../lib/zones.ts'
import { type Audit, type EventKind, findRecipient, readRecipients } from '../../customers/index.ts'
import type { Notices } from '../../record/index.ts'
import { addDays, dayAfter, dayFrom, dueAt, isDay, type Schedule } from './calendar.ts'
import { MOST_DAYS_AHEAD, MOST_REMINDERS } from './settings.ts'
import {
  countActive,
  endRow,
  findRow,
  findSame,
  insertRow,
  lastDay,
  listRows,
  updateRow,
  type ReminderFacts,
  type ReminderRow,
} from './store.ts'

export interface RemindersDeps {
  readonly db: Db
  readonly audit: Pick<Audit, 'record'>
  readonly notices: Pick<Notices, 'add'>
}

/** The customer behind a request. */
export interface Actor {
  readonly userId: string
  readonly sessionId: string
  readonly country: CountryCode
  readonly origin: Origin
}

type Wanted = BodyOf<typeof calls.createReminder>

/** The job that sends the notices of due reminders. */
export const DUE_JOB = 'reminders_due'

/** Returns a user's reminders, next one first. */
export async function listReminders(db: Db, userId: string): Promise<Reminder[]> {
  const rows = await listRows(db, userId)
  if (rows.length === 0) return []
  const people = await readRecipients(db, userId)
  return rows.flatMap((row) => {
    const recipient = people.get(row.recipient_id ?? '')
    return recipient ? [present(row, recipient)] : []
  })
}

/** Returns one reminder. Throws Refused `not_found`. */
export async function readReminder(db: Db, userId: string, id: string): Promise<Reminder> {
  const row = await findRow(db, userId, id)
  const recipient = row?.recipient_id ? await findRecipient(db, userId, row.recipient_id) : undefined
  if (row === undefined || recipient === undefined) throw new Refused('not_found')
  return present(row, recipient)
}

/**
 * Sets a reminder. A repeated request returns the same reminder, since its first answer may have been lost. Throws Refused
 * with the code of a field, or `reminders_full`.
 */
export function createReminder(deps: RemindersDeps, actor: Actor, body: Wanted): Promise<Reminder> {
  return inTransaction(deps.db, 'reminders.create', async (tx) => {
    // Under an exclusive lock, so that concurrent requests cannot exceed the maximum.
    await requireOpenAccount(tx, actor.userId, { alone: true })
    const now = await readDatabaseClock(tx)
    const { recipient, chosen } = await readWanted(tx, actor, body)
    const schedule = readSchedule(body, now, null)
    const same = await findSame(tx, actor.userId, chosen)
    if (same !== undefined) return present(same, recipient)
    if ((await countActive(tx, actor.userId)) >= MOST_REMINDERS) throw new Refused('reminders_full')
    const next = nextOn(schedule.firstDay, body.zone)
    const row = await insertRow(tx, actor.userId, { ...chosen, ...next })
    await record(deps, tx, actor, 'reminder_set')
    if (next.due_at <= now) await enqueue(tx, DUE_JOB, {}, { key: DUE_JOB })
    return present(row, recipient)
  })
}

/** Changes a reminder. Throws Refused with the code of a field, or `not_found`. */
export function updateReminder(
  deps: RemindersDeps,
  actor: Actor,
  id: string,
  body: Wanted,
): Promise<Reminder> {
  return inTransaction(deps.db, 'reminders.update', async (tx) => {
    const { row, now } = await lockReminder(tx, actor, id)
    const { recipient, chosen } = await readWanted(tx, actor, body)
    const schedule = readSchedule(body, now, row)
    const same = row.frequency === body.frequency && row.first_day === body.firstDay && row.zone === body.zone
    const next = same ? {} : await nextDay(tx, row.id, { schedule, zone: body.zone, from: now })
    const updated = await updateRow(tx, id, { ...chosen, ...next })
    await record(deps, tx, actor, 'reminder_changed')
    if (updated.paused_at === null && updated.due_at !== null && updated.due_at <= now)
      await enqueue(tx, DUE_JOB, {}, { key: DUE_JOB })
    return present(updated, recipient)
  })
}

/** Pauses a reminder; does nothing if paused. Throws Refused `not_found`. */
export function pauseReminder(deps: RemindersDeps, actor: Actor, id: string): Promise<Reminder> {
  return inTransaction(deps.db, 'reminders.pause', async (tx) => {
    const { row, recipient } = await lockReminder(tx, actor, id)
    if (row.paused_at !== null) return present(row, recipient)
    const paused = await updateRow(tx, id, { paused: true })
    await record(deps, tx, actor, 'reminder_paused')
    return present(paused, recipient)
  })
}

/**
 * Resumes a reminder from its next day on: missed days send no notice. Throws Refused `not_found`, or `day_invalid` when its
 * only day has passed.
 */
export function resumeReminder(deps: RemindersDeps, actor: Actor, id: string): Promise<Reminder> {
  return inTransaction(deps.db, 'reminders.resume', async (tx) => {
    const { row, recipient, now } = await lockReminder(tx, actor, id)
    if (row.paused_at === null) return present(row, recipient)
    const next = await nextDay(tx, row.id, { ...planOf(row), from: now, onlyFuture: true })
    const resumed = await updateRow(tx, id, { paused: false, ...next })
    await record(deps, tx, actor, 'reminder_resumed')
    return present(resumed, recipient)
  })
}

/** Ends a reminder permanently. Throws Refused `not_found`. */
export async function endReminder(deps: RemindersDeps, actor: Actor, id: string): Promise<void> {
  await inTransaction(deps.db, 'reminders.end', async (tx) => {
    const { row } = await lockReminder(tx, actor, id)
    await endRow(tx, row.id, 'customer')
    await record(deps, tx, actor, 'reminder_ended', { reason: 'customer' })
  })
}

/** Locks an active or paused reminder of the customer. Throws Refused `not_found`. */
async function lockReminder(
  tx: Tx,
  { userId }: Actor,
  id: string,
): Promise<{ row: ReminderRow; recipient: Recipient; now: Date }> {
  await requireOpenAccount(tx, userId, { alone: true })
  const row = await findRow(tx, userId, id, { lock: true })
  const recipient = row?.recipient_id ? await findRecipient(tx, userId, row.recipient_id) : undefined
  if (row === undefined || row.ended_at !== null || recipient === undefined) throw new Refused('not_found')
  return { row, recipient, now: await readDatabaseClock(tx) }
}

/** Validates the recipient and the amount. Throws Refused `not_found` for a recipient that the customer has not saved. */
async function readWanted(
  tx: Tx,
  { userId, country }: Actor,
  { recipientId, amount, side, frequency, firstDay, zone }: Wanted,
): Promise<{ recipient: Recipient; chosen: Omit<ReminderFacts, 'next_on' | 'due_at'> }> {
  const recipient = await findRecipient(tx, userId, recipientId)
  // Money cannot be sent to the customer's own country.
  if (recipient === undefined || recipient.country === country) {
    const message = 'Choose one of your saved recipients.'
    throw new Refused('not_found', { field: 'recipientId', message })
  }
  const currency = findCountry(side === 'send' ? country : recipient.country)?.currency
  if (currency === undefined) throw new Refused('country_not_served')
  const chosen = {
    recipient_id: recipientId,
    amount: BigInt(amount),
    currency,
    side,
    frequency,
    first_day: firstDay,
    zone,
  }
  return { recipient, chosen }
}

/**
 * Validates the days. The first day of an earlier version may be in the past. Throws Refused `zone_unknown` or `day_invalid`.
 */
function readSchedule(
  { frequency, firstDay, zone }: Wanted,
  now: Date,
  before: ReminderRow | null,
): Schedule {
  if (!isZone(zone)) throw new Refused('zone_unknown', { field: 'zone' })
  const today = localTime(now, zone).day
  const isInRange = firstDay >= today && firstDay <= addDays(today, MOST_DAYS_AHEAD)
  if (!isDay(firstDay) || (!isInRange && firstDay !== before?.first_day))
    throw new Refused('day_invalid', { field: 'firstDay' })
  return { frequency, firstDay }
}

const planOf = ({ frequency, first_day: firstDay, zone }: ReminderRow) => ({
  schedule: { frequency, firstDay },
  zone,
})

const nextOn = (day: string, zone: string) => ({ next_on: day, due_at: dueAt(day, zone) })

interface Plan {
  readonly schedule: Schedule
  readonly zone: string
  readonly from: Date
  /** True to skip today once its hour has passed. */
  readonly onlyFuture?: boolean
}

/** Returns the next day without a notice. Throws Refused `day_invalid` when there is none. */
async function nextDay(tx: Tx, id: string, { schedule, zone, from, onlyFuture = false }: Plan) {
  const last = (await lastDay(tx, id))?.day
  let day = dayFrom(schedule, localTime(from, zone).day)
  while (day !== null && ((last !== undefined && day <= last) || (onlyFuture && dueAt(day, zone) <= from)))
    day = dayAfter(schedule, day)
  if (day === null) {
    const message = 'That day has passed. Change the reminder to a later day.'
    throw new Refused('day_invalid', { field: 'firstDay', message })
  }
  return nextOn(day, zone)
}

async function record(
  { audit }: RemindersDeps,
  tx: Tx,
  { userId, sessionId, origin }: Actor,
  kind: EventKind,
  details: Record<string, string> = {},
): Promise<void> {
  await audit.record(tx, { userId, sessionId, kind, details, origin })
}

function present(row: ReminderRow, { id, name, country, phone, network }: Recipient): Reminder {
  return {
    id: row.id,
    recipient: { id, name, country, phone, network },
    amount: toMinorNumber(money(row.amount, row.currency)),
    currency: row.currency,
    side: row.side,
    frequency: row.frequency,
    firstDay: row.first_day,
    zone: row.zone,
    state: row.ended_at !== null ? 'done' : row.paused_at !== null ? 'paused' : 'active',
    nextDay: row.next_on,
  }
}
