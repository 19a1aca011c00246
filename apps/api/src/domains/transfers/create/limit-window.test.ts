import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { untilWaiting } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { lockUser } from './limits.ts'
import { ago } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({ worker: false, webhooks: false })
})
afterAll(() => world.close())

/** Sends USD 50.00 when a transfer of `cents` is `age` old. */
async function tries(cents: number, age: string) {
  const sender = await world.sender()
  const first = await sender.open()
  await world.pay(first)
  await sender.call('POST', '/complete', { id: first.id })
  await world.arrange(first, { usd_amount: cents, created_at: ago(age) })
  return sender.create(await sender.draft({}, 5_000))
}

describe('the lock on a user', () => {
  it('is held by one transaction at a time, before the first transfer and later', async () => {
    const { db } = world.database
    const { userId } = await world.sender()
    for (const _ of ['first', 'later']) {
      const { second } = await db.transaction().execute(async (tx) => {
        await lockUser(tx, userId)
        const second = db.transaction().execute((other) => lockUser(other, userId))
        await untilWaiting(world.database, 1)
        return { second }
      })
      await second
    }
  })
})

describe('a transfer counts', () => {
  it.each([
    ['24-hour', 'limit_24_hours', 294_901, '23 hours 58 minutes', '24 hours 1 second'],
    ['30-day', 'limit_30_days', 995_001, '29 days 23 hours 58 minutes', '30 days 1 second'],
  ])('toward the %s limit until that time has passed', async (window, code, cents, before, after) => {
    const refused = await tries(cents, before)
    expect(refused.body).toMatchObject({ error: { code, field: 'amount' } })
    for (const part of [window, 'USD 49.99']) expect(JSON.stringify(refused.body)).toContain(part)
    expect((await tries(cents - 1, before)).status).toBe(200)
    expect((await tries(cents, after)).status).toBe(200)
  })

  it('in full, so no amount is suggested when more was sent than the limit allows', async () => {
    const refused = await tries(300_000, '1 hour')
    expect(refused.code).toBe('limit_24_hours')
    expect(JSON.stringify(refused.body)).toContain('You’ve reached your 24-hour limit.')
  })

  it.each([
    ['24 hours', '1990-04-02', 109_901, '23 hours 58 minutes', '24 hours 1 second'],
    ['30 days', '1991-04-02', 810_001, '29 days 23 hours 58 minutes', '30 days 1 second'],
  ])(
    'toward one person’s limit of %s over two accounts until that time has passed',
    async (window, dob, cents, before, after) => {
      const account = async () => {
        const sender = await world.sender()
        const profile = { user_id: sender.userId, name: 'Kebbeh Gaye', dob }
        await world.database.owner.insertInto('profiles').values(profile).execute()
        return sender
      }
      const first = await (await account()).open()
      const second = await account()
      const send = async (amount: number) => second.create(await second.draft({}, amount))
      await world.arrange(first, { usd_amount: cents, created_at: ago(before) })
      const refused = await send(190_000)
      expect(refused.code).toBe('limit_person')
      expect(JSON.stringify(refused.body)).toContain(window)
      expect((await send(189_999)).status).toBe(200)
      await world.arrange(first, { created_at: ago(after) })
      expect((await send(190_000)).status).toBe(200)
    },
  )
})
