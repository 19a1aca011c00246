import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import type { Sender } from '../../../testing/sender.ts'
import { exportFormerNumbers, paidSince, rememberNumber } from '../index.ts'
import { purge } from '../../office/retention/purge.ts'
import { ago } from '../../../testing/transfer-changes.ts'

let world: EngineWorld

beforeAll(async () => {
  world = await startEngineWorld({ worker: false })
})
afterAll(() => world.close())

interface Window {
  limit: number
  left: number
  frees: { at: string; amount: number } | null
}
interface Limits {
  limits: { currency: string; day: Window; month: Window }
}

describe('the remaining limit', () => {
  it('shows when the oldest transfer in each window frees its amount', async () => {
    const sender = await world.sender()
    for (const [amount, age] of [
      [6_000, '25 hours'],
      [7_000, '2 hours'],
      [8_000, '1 hour'],
    ] as const) {
      const opened = await sender.open({}, amount)
      await world.pay(opened)
      await sender.call('POST', '/send-money', { id: opened.id })
      await world.arrange(opened, { created_at: ago(age) })
    }
    const { day, month } = (await sender.call<Limits>('GET', '/user/limits')).body.limits
    expect([day.left, day.frees?.amount]).toEqual([284_900, 7_000])
    expect([month.left, month.frees?.amount]).toEqual([979_000, 6_000])
    const hours = (at: string | undefined) => (Date.parse(at ?? '') - Date.now()) / 3_600_000
    expect(hours(day.frees?.at)).toBeCloseTo(22, 1)
    expect(hours(month.frees?.at)).toBeCloseTo(30 * 24 - 25, 1)
  })

  it('starts at the full limit and shrinks by each paid transfer', async () => {
    const sender = await world.sender()
    const left = async () => (await sender.call<Limits>('GET', '/user/limits')).body.limits
    expect(await left()).toEqual({
      currency: 'USD',
      day: { limit: 299_900, left: 299_900, frees: null },
      month: { limit: 1_000_000, left: 1_000_000, frees: null },
    })
    const opened = await sender.open({}, 6_000)
    expect((await left()).day.left, 'the next transfer replaces an unpaid one').toBe(299_900)
    await world.pay(opened)
    await sender.call('POST', '/send-money', { id: opened.id })
    expect(await left()).toMatchObject({ day: { left: 293_900 }, month: { left: 994_000 } })
  })

  it('matches the amount that the server accepts, to the last cent', async () => {
    const sender = await world.sender()
    for (const amount of [80_000, 80_000, 80_000]) {
      const opened = await sender.open({}, amount)
      await world.pay(opened)
      await sender.call('POST', '/send-money', { id: opened.id })
    }
    const { left } = (await sender.call<Limits>('GET', '/user/limits')).body.limits.day
    const above = await sender.create(await sender.draft({}, left + 1))
    expect([above.status, above.code]).toEqual([422, 'limit_24_hours'])
    expect((await sender.create(await sender.draft({}, left))).status).toBe(200)
  })

  it('is zero, never negative, when more was sent than the limit allows', async () => {
    const sender = await world.sender()
    const opened = await sender.open({}, 6_000)
    await world.pay(opened)
    await sender.call('POST', '/send-money', { id: opened.id })
    await world.arrange(opened, { usd_amount: 300000 })
    expect((await sender.call<Limits>('GET', '/user/limits')).body.limits).toMatchObject({
      day: { left: 0 },
      month: { left: 700_000 },
    })
  })

  it('ignores transfers that have left the window', async () => {
    const sender = await world.sender()
    const opened = await sender.open({}, 6_000)
    await world.pay(opened)
    await sender.call('POST', '/send-money', { id: opened.id })
    await world.arrange(opened, { created_at: ago('25 hours') })
    expect((await sender.call<Limits>('GET', '/user/limits')).body.limits).toMatchObject({
      day: { left: 299_900 },
      month: { left: 994_000 },
    })
  })
})

it('knows whether a transfer created at or after a given time was charged', async () => {
  const sender = await world.sender()
  const before = new Date(0)
  const { owner } = world.database
  const opened = await sender.open()
  expect(await paidSince(owner, sender.userId, before)).toBe(false)
  await world.pay(opened)
  await sender.call('POST', '/send-money', { id: opened.id })
  expect(await paidSince(owner, sender.userId, before)).toBe(true)
  const { created_at } = await owner
    .selectFrom('transfers')
    .select('created_at')
    .where('payment_intent_id', '=', opened.id)
    .executeTakeFirstOrThrow()
  expect(await paidSince(owner, sender.userId, new Date(created_at.getTime() + 1))).toBe(false)
  expect(await paidSince(owner, (await world.sender()).userId, before)).toBe(false)
})

async function withNumber(phone: string): Promise<Sender> {
  const sender = await world.sender()
  await world.database.owner
    .insertInto('phone_identities')
    .values({ user_id: sender.userId, phone_number: phone, country: 'US' })
    .execute()
  return sender
}

/** Gives up the sender's number, like closing the account. */
async function close({ userId }: Sender): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    await rememberNumber(tx, userId)
    await tx.deleteFrom('phone_identities').where('user_id', '=', userId).execute()
  })
}

/** Gives the sender another number. */
async function change({ userId }: Sender, phone: string): Promise<void> {
  await world.database.db.transaction().execute(async (tx) => {
    await rememberNumber(tx, userId)
    await tx
      .updateTable('phone_identities')
      .set({ phone_number: phone })
      .where('user_id', '=', userId)
      .execute()
  })
}

const leftOf = async (sender: Sender) =>
  (await sender.call<{ limits: { day: { left: number }; month: { left: number } } }>('GET', '/user/limits'))
    .body.limits

async function send(sender: Sender, amount: number): Promise<void> {
  const opened = await sender.open({}, amount)
  await world.pay(opened)
  await sender.call('POST', '/send-money', { id: opened.id })
}

describe('the limits of a phone number', () => {
  it('carry over to the next account with that number, and to no other', async () => {
    const first = await withNumber('+12135550101')
    for (const amount of [80_000, 80_000, 80_000]) await send(first, amount)
    await close(first)
    const second = await withNumber('+12135550101')
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const above = await second.create(await second.draft({}, 59_901))
    expect([above.status, above.code]).toEqual([422, 'limit_24_hours'])
    await send(second, 50_000)
    await close(second)
    expect(await leftOf(await withNumber('+12135550101'))).toMatchObject({ day: { left: 9_900 } })
    expect(await leftOf(await withNumber('+12135550102'))).toMatchObject({ day: { left: 299_900 } })
  })

  it('stay with the number and with the account when the account changes its number', async () => {
    const [old, next] = ['+12135550105', '+12135550106']
    const first = await withNumber(old)
    for (const amount of [80_000, 80_000, 80_000]) await send(first, amount)
    await change(first, next)
    expect(await leftOf(first)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const second = await withNumber(old)
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 }, month: { left: 760_000 } })
    const above = await second.create(await second.draft({}, 59_901))
    expect([above.status, above.code]).toEqual([422, 'limit_24_hours'])
    // From now on the first account sends from another number.
    await send(first, 50_000)
    expect(await leftOf(second)).toMatchObject({ day: { left: 59_900 } })
    await send(second, 50_000)
    expect(await leftOf(first)).toMatchObject({ day: { left: 9_900 } })
    // The second account changes its number too.
    await change(second, '+12135550108')
    expect(await leftOf(await withNumber(old))).toMatchObject({ day: { left: 9_900 } })
  })

  it('count nothing twice when an account gets its old number back and gives it up again', async () => {
    const [old, next] = ['+12135550109', '+12135550110']
    const first = await withNumber(old)
    await send(first, 80_000)
    await change(first, next)
    const second = await withNumber(old)
    await send(second, 40_000)
    await close(second)
    await send(first, 20_000)
    await change(first, old)
    // USD 1,000 from itself and 400 from the account that had the number meanwhile.
    expect(await leftOf(first)).toMatchObject({ day: { left: 159_900 }, month: { left: 860_000 } })
    await change(first, next)
    expect(await leftOf(first)).toMatchObject({ day: { left: 199_900 } })
    expect(await leftOf(await withNumber(old))).toMatchObject({ day: { left: 159_900 } })
  })

  it('are deleted after the longest window, and never stored for an account that sent nothing', async () => {
    const [sent, idle] = [await withNumber('+12135550103'), await withNumber('+12135550104')]
    await send(sent, 10_000)
    await Promise.all([close(sent), close(idle)])
    const { owner, db } = world.database
    const kept = async () =>
      (await owner.selectFrom('former_numbers').select('user_id').execute()).map(({ user_id }) => user_id)
    expect(await kept()).toContain(sent.userId)
    expect(await kept()).not.toContain(idle.userId)
    await purge(db)
    expect(await kept()).toContain(sent.userId)
    await sql`update former_numbers set closed_at = now() - interval '31 days'`.execute(owner)
    await purge(db)
    expect(await kept()).toEqual([])
  })

  it('are exported as digests to their own account only, oldest first', async () => {
    const [old, next, last] = ['+12135550111', '+12135550112', '+12135550113']
    const sender = await withNumber(old)
    await send(sender, 10_000)
    await change(sender, next)
    await change(sender, last)
    const { db } = world.database
    const digestOf = (phone: string) => createHash('sha256').update(phone).digest('hex')
    const exported = await exportFormerNumbers(db, sender.userId)
    expect(exported).toEqual([
      { digest: digestOf(old), givenUpAt: expect.any(Date) },
      { digest: digestOf(next), givenUpAt: expect.any(Date) },
    ])
    expect(Number(exported[0]?.givenUpAt)).toBeLessThanOrEqual(Number(exported[1]?.givenUpAt))
    expect(await exportFormerNumbers(db, (await world.sender()).userId)).toEqual([])
  })
})

describe('the purge of rows that no limit counts', () => {
  it.each([
    ['limit_keys', 'used_at'],
    ['card_declines', 'declined_at'],
    ['payment_origins', 'opened_at'],
  ])('deletes rows of %s after 30 days, not earlier', async (table, column) => {
    const { owner, db } = world.database
    await (await world.sender()).open()
    await sql`insert into card_declines (decline_id, transfer_id)
      select ${`ch_${table}`}, id from transfers limit 1`.execute(owner)
    const count = async () =>
      (
        await sql`select from ${sql.table(table)} where ${sql.ref(column)} < now() - interval '29 days'`.execute(
          owner,
        )
      ).rows.length
    const age = (days: number) =>
      sql`update ${sql.table(table)} set ${sql.ref(column)} = now() - make_interval(days => ${days}::int)`.execute(
        owner,
      )
    await age(29)
    await purge(db)
    expect(await count()).toBeGreaterThan(0)
    await age(31)
    await purge(db)
    expect(await count()).toBe(0)
  })
})
