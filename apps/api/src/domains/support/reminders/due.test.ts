import type { Reminder } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startReminderWorld, type ReminderWorld } from '../../../testing/reminder-world.ts'
import { recipient, type Sender } from '../../../testing/sender.ts'
import { addDays } from './calendar.ts'
import { remindersDue } from './index.ts'

let world: ReminderWorld
beforeAll(async () => {
  world = await startReminderWorld({ worker: true })
})
afterAll(() => world.close())

const today = () => new Date().toISOString().slice(0, 10)

async function customer() {
  const phone = recipient()
  const { sender, email } = await world.person()
  return { sender, email, phone, recipientId: await world.saveRecipient(sender, phone) }
}

/** Sets a reminder, and makes its day due. */
async function dueReminder(
  { sender, recipientId }: { sender: Sender; recipientId: string },
  change: object = {},
  ago = '1 minute',
): Promise<string> {
  const body = {
    recipientId,
    amount: 10_000,
    side: 'send',
    frequency: 'monthly',
    firstDay: addDays(today(), 1),
    zone: 'UTC',
    ...change,
  }
  const { reminder } = (await sender.call<{ reminder: Reminder }>('POST', '/user/reminders', body)).body
  await comes(reminder.id, ago)
  return reminder.id
}

const comes = (id: string, ago = '1 minute') =>
  sql`update reminders set due_at = now() - ${ago}::interval where id = ${id}`.execute(world.database.owner)

const told = (sender: Sender) => world.noticesOf(sender, 'reminder_due')
const outcomes = async (id: string) => {
  const rows = await world.database.owner
    .selectFrom('reminder_days')
    .select('outcome')
    .where('reminder_id', '=', id)
    .orderBy('due_on')
    .execute()
  return rows.map(({ outcome }) => outcome)
}

async function pay({ sender, phone }: { sender: Sender; phone: string }) {
  const opened = await sender.open({ phone, name: 'Ama Mensah' }, 1_000)
  await world.pay(opened)
  await world.reaches(opened, 'sent')
  return opened
}

describe('a reminder that is due', () => {
  it('sends one notice with an email, and shows until the recipient is paid', async () => {
    const someone = await customer()
    const id = await dueReminder(someone)
    await world.sendDue()
    await world.sendDue()
    expect(await told(someone.sender)).toEqual([
      {
        title: 'Reminder: send money to Ama Mensah',
        body: 'You planned to send USD 100.00 to Ama Mensah.',
        path: `/send-money?reminder=${id}`,
        key: `reminder_due:${id} ${addDays(today(), 1)}`,
      },
    ])
    const mail = world.mails.filter(({ to }) => to === someone.email)
    expect(mail).toHaveLength(1)
    expect(mail[0]?.text).toContain(`https://sesa.example/send-money?reminder=${id}`)
    expect(mail[0]?.text).toContain('https://sesa.example/me/reminders')
    const home = () => remindersDue(world.database.db, someone.sender.userId)
    expect(await home()).toMatchObject([{ id, name: 'Ama Mensah', amount: 10_000, currency: 'USD' }])
    await pay(someone)
    expect(await home()).toEqual([])
  })

  it('sends one notice with two concurrent workers', async () => {
    const someone = await customer()
    const ids = [await dueReminder(someone), await dueReminder(someone, { amount: 20_000 })]
    await Promise.all([world.sendDue(), world.sendDue(), world.sendDue()])
    expect(await told(someone.sender)).toHaveLength(2)
    for (const id of ids) expect(await outcomes(id)).toEqual(['sent'])
  })

  it('sends one notice when a worker crashes before its commit, without delaying later ones', async () => {
    const someone = await customer()
    const id = await dueReminder(someone)
    world.fault.notices = new Error('crashed')
    await expect(world.sendDue()).rejects.toThrow('crashed')
    expect([await told(someone.sender), await outcomes(id)]).toEqual([[], []])
    world.fault.notices = null
    await world.sendDue()
    expect(await told(someone.sender)).toHaveLength(1)
  })

  it('sends no second notice when a worker died after the notice of that day', async () => {
    const someone = await customer()
    const id = await dueReminder(someone)
    await world.sendDue()
    const day = addDays(today(), 1)
    await sql`update reminders set next_on = ${day}, due_at = now() where id = ${id}`.execute(
      world.database.owner,
    )
    await world.sendDue()
    expect(await told(someone.sender)).toHaveLength(1)
    expect(await outcomes(id)).toEqual(['sent'])
  })

  it('is done after its only day, and can still be opened', async () => {
    const someone = await customer()
    const id = await dueReminder(someone, { frequency: 'once' })
    await world.sendDue()
    const answer = await someone.sender.call<{ reminder: Reminder }>('GET', `/user/reminders/${id}`)
    expect(answer.body.reminder).toMatchObject({ state: 'done', nextDay: null })
  })

  it('sends no notice while it is paused', async () => {
    const someone = await customer()
    const id = await dueReminder(someone)
    await someone.sender.call('POST', `/user/reminders/${id}/pause`)
    await world.sendDue()
    expect([await told(someone.sender), await outcomes(id)]).toEqual([[], []])
  })

  it('sends no notice to a locked account', async () => {
    const someone = await customer()
    const id = await dueReminder(someone)
    await sql`update users set locked_at = now() where id = ${someone.sender.userId}`.execute(
      world.database.owner,
    )
    await world.sendDue()
    expect(await outcomes(id)).toEqual([])
  })

  it('is skipped when days late, and continues with its next day', async () => {
    const someone = await customer()
    const id = await dueReminder(someone, { frequency: 'weekly' }, '4 days')
    await world.sendDue()
    expect([await told(someone.sender), await outcomes(id)]).toEqual([[], ['late']])
    await comes(id)
    await world.sendDue()
    expect(await told(someone.sender)).toHaveLength(1)
  })
})

describe('a recipient', () => {
  it('who was just paid causes no reminder', async () => {
    const someone = await customer()
    const opened = await pay(someone)
    const id = await dueReminder(someone)
    await world.sendDue()
    expect([await told(someone.sender), await outcomes(id)]).toEqual([[], ['paid']])

    await sql`update transfers set captured_at = captured_at - interval '4 days'
      where payment_intent_id = ${opened.id}`.execute(world.database.owner)
    await comes(id)
    await world.sendDue()
    expect(await outcomes(id)).toEqual(['paid', 'sent'])
  })

  it('whose money was returned causes a reminder', async () => {
    const someone = await customer()
    const opened = await pay(someone)
    await sql`update transfers set state = 'refunded' where payment_intent_id = ${opened.id}`.execute(
      world.database.owner,
    )
    const id = await dueReminder(someone)
    await world.sendDue()
    expect(await outcomes(id)).toEqual(['sent'])
  })

  it.each(['paid', 'never paid'])('who is removed ends the reminders, %s', async (what) => {
    const someone = await customer()
    if (what === 'paid') await pay(someone)
    const id = await dueReminder(someone)
    const { status } = await someone.sender.call('DELETE', `/user/recipients/${someone.recipientId}`)
    expect(status).toBe(204)
    await world.sendDue()
    expect([await told(someone.sender), await outcomes(id)]).toEqual([[], []])
    expect((await someone.sender.call<{ reminders: [] }>('GET', '/user/reminders')).body.reminders).toEqual(
      [],
    )
    expect((await world.eventsOf(someone.sender)).at(-1)).toBe('reminder_ended')
  })
})
