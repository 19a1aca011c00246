import { PATIENCE } from '@sesa/test-kit/patience'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { giveUpOldMessages } from './store.ts'
import { inTransaction } from '../../../db/index.ts'
import { newNumber, startIdentityApp, type IdentityApp } from '../../../testing/identity-app.ts'
import { purge } from '../../office/retention/purge.ts'

let world: IdentityApp
beforeAll(async () => {
  world = await startIdentityApp()
})
afterAll(() => world.close())

const rowOf = (recipient: string) =>
  world.database.db
    .selectFrom('messages')
    .selectAll()
    .where('recipient', '=', recipient)
    .executeTakeFirstOrThrow()

const queue = (message: Parameters<typeof world.messages.queue>[1]) =>
  inTransaction(world.database.db, 'test.queue', (tx) => world.messages.queue(tx, message))

const ended = (recipient: string) =>
  vi.waitFor(async () => {
    const row = await rowOf(recipient)
    if (row.state === 'queued') throw new Error('still queued')
    return row
  }, PATIENCE)

describe('a message', () => {
  it('is sent after the commit, and its body is erased', async () => {
    const to = newNumber()
    await queue({ channel: 'sms', to, text: 'Hello' })
    expect(await ended(to)).toMatchObject({ state: 'sent', body: null, attempts: 1, failure: null })
    expect(await world.received(to)).toMatchObject([{ text: 'Hello' }])
  })

  it('is sent by email with subject and HTML', async () => {
    const to = 'fatu@example.com'
    await queue({ channel: 'email', to, subject: 'Receipt', text: 'Sent', html: '<p>Sent</p>' })
    expect(await ended(to)).toMatchObject({ state: 'sent' })
    expect(await world.received(to)).toMatchObject([{ subject: 'Receipt', text: 'Sent' }])
  })

  it('is not sent when the transaction rolls back', async () => {
    const to = newNumber()
    const failing = inTransaction(world.database.db, 'test.rollback', async (tx) => {
      await world.messages.queue(tx, { channel: 'sms', to, text: 'Never' })
      throw new Error('rolled back')
    })
    await expect(failing).rejects.toThrow('rolled back')
    const later = newNumber()
    await queue({ channel: 'sms', to: later, text: 'Later' })
    await ended(later)
    expect(await world.received(to)).toEqual([])
  })

  it('is sent again after a server error, and arrives once', async () => {
    await world.fault('sms', 'error_500', 1)
    const to = newNumber()
    await queue({ channel: 'sms', to, text: 'Once' })
    expect(await ended(to)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(await world.received(to)).toHaveLength(1)
  })

  it('fails permanently when it is refused', async () => {
    await queue({ channel: 'sms', to: '+0', text: 'Nowhere' })
    expect(await ended('+0')).toMatchObject({ state: 'failed', failure: 'refused', body: null })
  })

  it('is dropped when it has expired', async () => {
    const to = newNumber()
    await queue({ channel: 'sms', to, text: 'Too late', expiresAt: new Date(Date.now() - 1_000) })
    expect(await ended(to)).toMatchObject({ state: 'failed', failure: 'expired', attempts: 0, body: null })
    expect(await world.received(to)).toEqual([])
  })

  it('is not sent by SMS once the daily budget is used up, while email continues', async () => {
    const set = (count: number) =>
      sql`insert into rate_limits (bucket, window_start, count)
        values ('messages:sms', date_trunc('day', now(), 'UTC'), ${count})
        on conflict (bucket, window_start) do update set count = excluded.count`.execute(world.database.owner)
    await set(1_000)
    const [to, mail] = [newNumber(), 'efua@example.com']
    await queue({ channel: 'sms', to, text: 'One too many' })
    await queue({ channel: 'email', to: mail, subject: 'Hello', text: 'Hello' })
    expect(await ended(to)).toMatchObject({ state: 'failed', failure: 'over_budget', body: null })
    expect(await world.received(to)).toEqual([])
    expect(await ended(mail)).toMatchObject({ state: 'sent' })
    await set(1)
  })

  it('is abandoned after a day and deleted after a month', async () => {
    const { owner, db } = world.database
    const [stuck, old] = [newNumber(), newNumber()]
    for (const [recipient, days] of [
      [stuck, 2],
      [old, 31],
    ] as const) {
      await owner
        .insertInto('messages')
        .values({
          id: sql`gen_random_uuid()`,
          channel: 'sms',
          recipient,
          body: Buffer.from('x'),
          created_at: sql`now() - make_interval(days => ${days}::int)`,
        })
        .execute()
    }
    await giveUpOldMessages(db)
    await purge(db)
    expect(await rowOf(stuck)).toMatchObject({ state: 'failed', failure: 'attempts_exhausted', body: null })
    await expect(rowOf(old)).rejects.toThrow()
  })
})
