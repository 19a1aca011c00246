import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { paidSince } from '../index.ts'
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
  it('says when the oldest transfer in each window frees its amount', async () => {
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
