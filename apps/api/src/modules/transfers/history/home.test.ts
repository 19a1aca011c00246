import type { Home } from '@sesa/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startEngineWorld, type EngineWorld } from '../../../testing/engine-world.ts'
import { recipient, type Opened, type Sender } from '../../../testing/sender.ts'
import { readHomeAtBoot } from './home.ts'

let world: EngineWorld
let sender: Sender

beforeAll(async () => {
  world = await startEngineWorld()
  sender = await world.sender()
})
afterAll(() => world.close())

async function paid(name: string, phone: string, amount: number): Promise<Opened> {
  const opened = await sender.open({ name, phone }, amount)
  await world.pay(opened)
  return opened
}

const homeOf = async (who = sender) => (await who.call<{ home: Home }>('GET', '/user/home')).body.home

describe('the home page', () => {
  it('is empty before the first payment', async () => {
    await sender.open()
    expect(await homeOf()).toEqual({ in_progress: [], people: [], reminders: [] })
  })

  it('shows the last three people with what they were sent, and what has not ended', async () => {
    const [ama, kofi, esi, yaw] = [recipient(), recipient(), recipient(), recipient('0005')]
    for (const [name, phone, amount] of [
      ['Ama Mensah', ama, 1_000],
      ['Kofi Boateng', kofi, 2_000],
      ['Esi Owusu', esi, 3_000],
      ['Ama Mensah', ama, 4_000],
    ] as const)
      await world.reaches(await paid(name, phone, amount), 'sent')
    const returned = await paid('Yaw Darko', yaw, 5_000)
    await world.reaches(returned, 'refunded')
    const home = await homeOf()
    expect(home.people).toMatchObject([
      { name: 'Yaw Darko', amount: 5_000, currency: 'USD', country: 'GH', network: 'mtn' },
      { name: 'Ama Mensah', amount: 4_000 },
      { name: 'Esi Owusu', amount: 3_000 },
    ])
    expect(home.people[0]?.payment_id).toBe(returned.id)
    expect(home.in_progress).toEqual([])

    await sql`update transfers set hold_reason = 'operator', hold_owner = 'staff', next_step_at = null
      where payment_intent_id = ${returned.id}`.execute(world.database.owner)
    const [held] = (await homeOf()).in_progress
    expect(held).toMatchObject({ payment_id: returned.id, status: 'held', recipient: 'Yaw Darko' })
    expect(held?.notice).toContain(held?.reference)
    expect(held?.delivery_estimate).toBe(returned.quote.deliveryEstimate)
  })

  it('shows nothing of anybody else', async () => {
    expect(await homeOf(await world.sender())).toEqual({ in_progress: [], people: [], reminders: [] })
  })

  it('comes with the first answer to the web app, as the calls themselves give it', async () => {
    const { transfers, nextCursor, ...home } = await readHomeAtBoot(
      { db: world.database.db, remindersDue: () => Promise.resolve([]) },
      sender.userId,
    )
    expect(home).toEqual(await homeOf())
    expect({ transfers, nextCursor }).toEqual((await sender.call('GET', '/user/transactions?limit=10')).body)
  })
})
