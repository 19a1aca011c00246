import type { Reminder } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inTransaction } from '../../../db/index.ts'
import { startReminderWorld, type ReminderWorld } from '../../../testing/reminder-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { addDays } from './calendar.ts'
import { exportReminders, forgetReminders } from './index.ts'
import { MOST_REMINDERS } from './settings.ts'

let world: ReminderWorld
beforeAll(async () => {
  world = await startReminderWorld()
})
afterAll(() => world.close())

type Saved = { reminder: Reminder }
const PATH = '/user/reminders'
const NOBODY = '01a20000-0000-7000-8000-000000000009'
const today = () => new Date().toISOString().slice(0, 10)

const saying = (recipientId: string, change: object = {}) => ({
  recipientId,
  amount: 10_000,
  side: 'send',
  frequency: 'monthly',
  firstDay: addDays(today(), 7),
  zone: 'Africa/Accra',
  ...change,
})
const create = (by: Sender, body: object) => by.call<Saved>('POST', PATH, body)
const list = async (by: Sender) => (await by.call<{ reminders: Reminder[] }>('GET', PATH)).body.reminders
const act = (by: Sender, id: string, what: 'pause' | 'resume') =>
  by.call<Saved>('POST', `${PATH}/${id}/${what}`)

async function customer() {
  const { sender, email } = await world.person()
  return { sender, email, recipientId: await world.saveRecipient(sender) }
}

describe('a reminder', () => {
  it('is set, listed, changed, paused, resumed and ended, with a record of each', async () => {
    const { sender, recipientId } = await customer()
    const { status, body } = await create(sender, saying(recipientId))
    expect(status).toBe(200)
    expect(body.reminder).toMatchObject({
      recipient: { id: recipientId, name: 'Ama Mensah', country: 'GH', network: 'mtn' },
      amount: 10_000,
      currency: 'USD',
      state: 'active',
      nextDay: addDays(today(), 7),
    })
    const { id } = body.reminder
    expect(await list(sender)).toEqual([body.reminder])
    const one = await sender.call<Saved>('GET', `${PATH}/${id}`)
    expect(one.body.reminder).toEqual(body.reminder)

    const later = addDays(today(), 9)
    const change = saying(recipientId, { amount: 700, side: 'receive', frequency: 'weekly', firstDay: later })
    const changed = await sender.call<Saved>('PUT', `${PATH}/${id}`, change)
    expect(changed.body.reminder).toMatchObject({ amount: 700, currency: 'GHS', nextDay: later })
    for (let time = 0; time < 2; time++)
      expect((await act(sender, id, 'pause')).body.reminder.state).toBe('paused')
    for (let time = 0; time < 2; time++)
      expect((await act(sender, id, 'resume')).body.reminder.state).toBe('active')
    expect((await sender.call('DELETE', `${PATH}/${id}`)).status).toBe(204)
    expect(await list(sender)).toEqual([])
    for (const method of ['GET', 'PUT', 'DELETE'] as const) {
      const answer = await sender.call(method, `${PATH}/${id}`, method === 'PUT' ? change : undefined)
      expect([answer.status, answer.code]).toEqual([404, 'not_found'])
    }
    expect(await world.eventsOf(sender)).toEqual([
      'reminder_set',
      'reminder_changed',
      'reminder_paused',
      'reminder_resumed',
      'reminder_ended',
    ])
  })

  it('is next due on a short month’s last day, and keeps its own day', async () => {
    const { sender, recipientId } = await customer()
    const { body } = await create(sender, saying(recipientId))
    await sql`update reminders set first_day = '2024-01-31', next_on = '2024-01-31', due_at = now() - interval '1 hour'
      where id = ${body.reminder.id}`.execute(world.database.owner)
    const next = async () => {
      await sql`update reminders set due_at = now() - interval '1 hour' where id = ${body.reminder.id}`.execute(
        world.database.owner,
      )
      await world.sendDue()
      return (await list(sender))[0]?.nextDay
    }
    expect(await next()).toBe('2024-02-29')
    expect(await next()).toBe('2024-03-31')
    expect(await next()).toBe('2024-04-30')
  })

  it.each([
    ['day_invalid', 'firstDay', () => ({ firstDay: addDays(today(), -1) })],
    ['day_invalid', 'firstDay', () => ({ firstDay: addDays(today(), 400) })],
    ['day_invalid', 'firstDay', () => ({ firstDay: `${new Date().getUTCFullYear() + 1}-02-30` })],
    ['zone_unknown', 'zone', () => ({ zone: 'Mars/Olympus' })],
    ['zone_unknown', 'zone', () => ({ zone: '+01:00' })],
    ['not_found', 'recipientId', () => ({ recipientId: NOBODY })],
    ['amount_not_a_number', 'amount', () => ({ amount: 0 })],
  ])('is refused with %s for %s', async (code, field, change) => {
    const { sender, recipientId } = await customer()
    const answer = await create(sender, saying(recipientId, change()))
    expect([answer.code, answer.body]).toMatchObject([code, { error: { field } }])
    expect(await list(sender)).toEqual([])
  })

  it('cannot exceed the maximum, even concurrently', async () => {
    const { sender, recipientId } = await customer()
    const first = await create(sender, saying(recipientId))
    await sql`insert into reminders (user_id, recipient_id, amount, currency, side, frequency, first_day, zone, next_on, due_at)
      select user_id, recipient_id, amount, currency, side, frequency, first_day, zone, next_on, due_at
      from reminders, generate_series(1, ${MOST_REMINDERS - 2}::int) where id = ${first.body.reminder.id}`.execute(
      world.database.owner,
    )
    const answers = await Promise.all(
      [1, 2, 3].map((amount) => create(sender, saying(recipientId, { amount }))),
    )
    expect(answers.map(({ code }) => code ?? 'set').sort()).toEqual([
      'reminders_full',
      'reminders_full',
      'set',
    ])
    const [one] = await list(sender)
    await sender.call('DELETE', `${PATH}/${one?.id}`)
    expect((await create(sender, saying(recipientId, { amount: 4 }))).status).toBe(200)
  })

  it('stays one when the same request is repeated, even concurrently', async () => {
    const { sender, recipientId } = await customer()
    const answers = await Promise.all([1, 2, 3].map(() => create(sender, saying(recipientId))))
    expect(new Set(answers.map(({ body }) => body.reminder.id)).size).toBe(1)
    expect(await list(sender)).toHaveLength(1)
    expect(await world.eventsOf(sender)).toEqual(['reminder_set'])
  })

  it('that was paused continues after the missed days, but not when its only day has passed', async () => {
    const { sender, recipientId } = await customer()
    const ids = []
    for (const frequency of ['weekly', 'once']) {
      const { body } = await create(sender, saying(recipientId, { frequency }))
      ids.push(body.reminder.id)
      await act(sender, body.reminder.id, 'pause')
    }
    const past = addDays(today(), -8)
    await sql`update reminders set first_day = ${past}, next_on = ${past}, due_at = now() - interval '8 days'
      where user_id = ${sender.userId}`.execute(world.database.owner)
    const [weekly = '', once = ''] = ids
    expect((await act(sender, weekly, 'resume')).body.reminder.nextDay).toBe(addDays(past, 14))
    const refused = await act(sender, once, 'resume')
    expect([refused.code, refused.body]).toMatchObject(['day_invalid', { error: { field: 'firstDay' } }])
    await world.sendDue()
    expect(await world.noticesOf(sender, 'reminder_due')).toEqual([])
  })
})

describe('another customer', () => {
  it('can neither see, change, pause, resume nor end a reminder, nor set one for another customer’s recipient', async () => {
    const { sender, recipientId } = await customer()
    const stranger = await customer()
    const { reminder } = (await create(sender, saying(recipientId))).body
    for (const id of [reminder.id, NOBODY]) {
      const answers = [
        await stranger.sender.call('GET', `${PATH}/${id}`),
        await stranger.sender.call('PUT', `${PATH}/${id}`, saying(stranger.recipientId)),
        await act(stranger.sender, id, 'pause'),
        await act(stranger.sender, id, 'resume'),
        await stranger.sender.call('DELETE', `${PATH}/${id}`),
      ]
      for (const answer of answers) expect([answer.status, answer.code]).toEqual([404, 'not_found'])
    }
    expect((await create(stranger.sender, saying(recipientId))).code).toBe('not_found')
    expect(await list(sender)).toEqual([reminder])
    expect(await list(stranger.sender)).toEqual([])
  })
})

describe('the personal data', () => {
  it('is exported with the outcome of each day, and erased with the account', async () => {
    const { db } = world.database
    const { sender, recipientId } = await customer()
    const { id } = (await create(sender, saying(recipientId, { firstDay: today() }))).body.reminder
    await sql`update reminders set due_at = now() where id = ${id}`.execute(world.database.owner)
    await world.sendDue()
    expect(await exportReminders(db, sender.userId)).toMatchObject([
      { id, amount: '10000', zone: 'Africa/Accra', days: [{ day: today(), outcome: 'sent' }] },
    ])
    await inTransaction(db, 'test.forget', (tx) => forgetReminders(tx, sender.userId))
    expect(await exportReminders(db, sender.userId)).toEqual([])
  })
})
