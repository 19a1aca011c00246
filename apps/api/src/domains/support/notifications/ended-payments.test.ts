import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { forge } from '../../../db/testing.ts'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { markEndsSeen } from '../../transfers/mobile-money/ended.ts'
import { notificationsOf } from './testing/notifications-of.ts'

let world: EngineWorld
let tell: () => Promise<void>
beforeAll(async () => {
  world = await startEngineWorld({
    worker: false,
    sweeps(parts) {
      const { notifications } = notificationsOf(parts)
      const cron = notifications.crons.find(({ task }) => task === 'ended_payments')
      tell = async () => {
        await cron?.run()
      }
      return []
    },
  })
})
afterAll(() => world.close())

/** Opens a payment by mobile money whose request to pay has ended as the change says, and returns its transfer and account. */
async function ended(change: { state?: string; answer?: string; secondsAgo?: number } = {}) {
  const { state = 'failed', answer = 'PAYMENT_NOT_APPROVED', secondsAgo = 90 } = change
  const { owner } = world.database
  const opened = await (await world.sender()).open()
  await forge(
    owner,
    sql`update transfers set pay_method = 'momo', sender_country = 'LR' where payment_intent_id = ${opened.id}`,
  )
  const { rows } = await sql<{ transferId: string; userId: string; attemptId: string }>`
    with t as (select * from transfers where payment_intent_id = ${opened.id}),
    a as (insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state, answer,
        ended_at)
      select id, 1, 'pawapay', 'LR', 'mtn', '+231886' || substr(reference, 3, 6), charge_amount, charge_currency, ${state}, ${answer},
        now() - make_interval(secs => ${secondsAgo}) from t returning id)
    select t.id as "transferId", t.user_id as "userId", a.id as "attemptId" from t, a`.execute(owner)
  const [found] = rows
  if (found === undefined) throw new Error('No such payment')
  return found
}

async function told({ userId }: { readonly userId: string }) {
  const { rows } = await sql<{ title: string; body: string; path: string }>`
    select title, body, path from user_notices where user_id = ${userId} and kind = 'payment_ended'`.execute(
    world.database.owner,
  )
  return rows
}

it('tells a customer who left once that their payment ended, and why', async () => {
  const payment = await ended({ answer: 'INSUFFICIENT_BALANCE: low' })
  await tell()
  await tell()
  const [notice, ...others] = await told(payment)
  expect(others).toEqual([])
  expect(notice).toMatchObject({
    title: 'Your payment ended without approval',
    path: expect.stringContaining('/transfer-status?payment_intent=') as string,
  })
  expect(notice?.body).toMatch(
    /^There wasn’t enough money in the wallet\..* Nothing was sent to .*\. You can try again/u,
  )
})

it.each([
  [
    'who has read the end',
    async ({ attemptId }: Awaited<ReturnType<typeof ended>>) =>
      markEndsSeen(world.database.db, [{ id: attemptId, ended_at: new Date(), seen_at: null }]),
  ],
  [
    'who asked for another request',
    async ({ transferId }: Awaited<ReturnType<typeof ended>>) =>
      sql`insert into collection_attempts (transfer_id, number, collector, country, network, phone, amount, currency, state)
      select transfer_id, 2, collector, country, network, phone, amount, currency, 'open' from collection_attempts
      where transfer_id = ${transferId}`.execute(world.database.owner),
  ],
  [
    'who cancelled',
    async ({ transferId }: Awaited<ReturnType<typeof ended>>) =>
      forge(world.database.owner, sql`update transfers set cancel_reason = 'user' where id = ${transferId}`),
  ],
] as const)('tells nothing to a customer %s', async (_who, does) => {
  const payment = await ended()
  await does(payment)
  await tell()
  expect(await told(payment)).toEqual([])
})

it('waits a minute for the customer to come back, and tells nothing of a request that is open, paid or old', async () => {
  const others = [
    await ended({ secondsAgo: 20 }),
    await ended({ state: 'open' }),
    await ended({ state: 'completed' }),
    await ended({ secondsAgo: 3_600 }),
  ]
  await tell()
  for (const payment of others) expect(await told(payment)).toEqual([])
})

it('remembers the first time that an end was read', async () => {
  const { attemptId: id } = await ended()
  const attempt = () =>
    world.database.db
      .selectFrom('collection_attempts')
      .select(['id', 'ended_at', 'seen_at'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  await markEndsSeen(world.database.db, [await attempt()])
  const first = (await attempt()).seen_at
  expect(first).not.toBeNull()
  await markEndsSeen(world.database.db, [await attempt()])
  expect((await attempt()).seen_at).toEqual(first)
})
